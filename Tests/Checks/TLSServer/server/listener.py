"""Accepts connections on 127.0.0.1, with one thread per connection."""

import socket
import threading


class Listener:
    def __init__(self, handle, context=None):
        self.handle, self.context = handle, context
        self.connections = 0
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            connection, _ = self.socket.accept()
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        try:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self.context:
                connection = self.context.wrap_socket(connection, server_side=True)
            # The connection counts once the client trusts the server.
            self.connections += 1
            self.handle(connection)
        except OSError:
            pass
        finally:
            connection.close()


def read_head(connection) -> str:
    """Returns a request's head, or nothing if the connection ends."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        byte = connection.recv(1)
        if not byte:
            return ""
        head += byte
    return head.decode("latin-1")


def pump(source, target):
    """Forwards bytes until one side ends."""
    try:
        while piece := source.recv(65536):
            target.sendall(piece)
    except OSError:
        pass
    for side in (source, target):
        try:
            side.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def tunnel(left, right):
    thread = threading.Thread(target=pump, args=(left, right), daemon=True)
    thread.start()
    pump(right, left)
    thread.join()
