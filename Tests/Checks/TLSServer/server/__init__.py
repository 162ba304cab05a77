"""Servers and proxies with a throw-away authority, to hold the transport against."""
