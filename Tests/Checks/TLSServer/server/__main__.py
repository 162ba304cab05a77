"""Starts everything, prints the locations as `name value` lines, and stops when standard input closes."""

import pathlib
import ssl
import sys
import tempfile

from .authority import Authority
from .listener import Listener, read_head
from .proxies import Proxy
from .web import http1, http2


def context(certificate, protocols=("http/1.1",), clients=None):
    result = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    result.load_cert_chain(certificate)
    if protocols:
        result.set_alpn_protocols(list(protocols))
    if clients:
        result.verify_mode = ssl.CERT_REQUIRED
        result.load_verify_locations(clients)
    return result


def main(folder: pathlib.Path):
    authority, stranger = Authority(folder, "authority"), Authority(folder, "stranger")
    here = authority.issue("here", ["127.0.0.1", "localhost"])
    client = authority.issue("client")
    listeners = {
        "http": Listener(http1),
        "https": Listener(http1, context(here)),
        "no-alpn": Listener(http1, context(here, protocols=())),
        "wrong-name": Listener(http1, context(authority.issue("other.example"))),
        "expired": Listener(http1, context(authority.issue("old", ["127.0.0.1"], age=3))),
        "wrong-authority": Listener(http1, context(stranger.issue("strange", ["127.0.0.1"]))),
        "clients": Listener(http1, context(here, clients=authority.path)),
        "http2": Listener(http2, context(here, protocols=("h2", "http/1.1"))),
    }
    proxies = {f"passed-{name}": Proxy() for name in ("http", "https", "socks5")}
    listeners["http-proxy"] = Listener(proxies["passed-http"].http)
    listeners["https-proxy"] = Listener(proxies["passed-https"].http, context(here))
    listeners["socks5-proxy"] = Listener(proxies["passed-socks5"].socks5)

    def counts(connection):
        """The number of a listener's connections, or of the connections that a proxy forwarded."""
        name = read_head(connection).split(" ")[1].lstrip("/")
        count = proxies[name].passed if name in proxies else listeners[name].connections
        body = str(count).encode()
        connection.sendall(
            b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))

    listeners["counts"] = Listener(counts)
    for name, listener in listeners.items():
        print(name, listener.port)
    for name in ("authority", "client"):
        print(name, folder / f"{name}.pem")
    print("end", "", flush=True)
    sys.stdin.read()


with tempfile.TemporaryDirectory() as work:
    main(pathlib.Path(work))
