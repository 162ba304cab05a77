"""Servers and proxies with a temporary certificate authority, for checks of the transport."""
