"""Proxies that require credentials, and count the connections that they forward."""

import base64
import socket
import urllib.parse

from .listener import read_head, tunnel

USER, PASSWORD = "app", "pass:word ü"
BASIC = "Basic " + base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()


class Proxy:
    def __init__(self):
        self.passed = 0

    def connect(self, host, port):
        self.passed += 1
        return socket.create_connection((host, port))

    def http(self, client):
        head = read_head(client)
        if not head:
            return
        lines = head.split("\r\n")
        method, target, _ = lines[0].split(" ")
        if f"Proxy-Authorization: {BASIC}" not in lines:
            client.sendall(
                b"HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"p\"\r\n"
                b"Content-Length: 0\r\nConnection: close\r\n\r\n")
            return
        if method == "CONNECT":
            host, port = target.rsplit(":", 1)
            server = self.connect(host, int(port))
            client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
        else:
            url = urllib.parse.urlsplit(target)
            server = self.connect(url.hostname, url.port or 80)
            fields = [line for line in lines[1:] if not line.startswith("Proxy-")]
            server.sendall("\r\n".join([f"{method} {url.path or '/'} HTTP/1.1", *fields]).encode("latin-1"))
        tunnel(client, server)

    def socks5(self, client):
        """Implements RFC 1928 and RFC 1929."""
        exactly = client.makefile("rb").read
        _, count = exactly(2)
        if 2 not in exactly(count):
            client.sendall(b"\x05\xff")
            return
        client.sendall(b"\x05\x02")
        exactly(1)
        user, password = (exactly(exactly(1)[0]).decode() for _ in range(2))
        if (user, password) != (USER, PASSWORD):
            client.sendall(b"\x01\x01")
            return
        client.sendall(b"\x01\x00")
        _, _, _, kind = exactly(4)
        host = socket.inet_ntoa(exactly(4)) if kind == 1 else exactly(exactly(1)[0]).decode()
        server = self.connect(host, int.from_bytes(exactly(2), "big"))
        client.sendall(b"\x05\x00\x00\x01\x7f\x00\x00\x01\x00\x00")
        tunnel(client, server)
