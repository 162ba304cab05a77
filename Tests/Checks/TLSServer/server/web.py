"""HTTP/1.1 and HTTP/2, with finite and endless responses."""

import threading

import h2.config
import h2.connection
import h2.events

from .listener import read_head

BODY = b"flags"


def http1(connection):
    while head := read_head(connection):
        if "/stream" in head.split("\r\n")[0]:
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n:\n\n")
            connection.recv(1)
            return
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(BODY), BODY))


def http2(connection):
    state = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
    state.initiate_connection()
    connection.sendall(state.data_to_send())
    while received := connection.recv(65536):
        for event in state.receive_data(received):
            if isinstance(event, h2.events.RequestReceived):
                if answer(state, event.stream_id, dict(event.headers)[":path"]):
                    connection.sendall(state.data_to_send())
                    # The client might have to read the response before its remaining bytes reset the connection.
                    threading.Event().wait(0.2)
                    return
        connection.sendall(state.data_to_send())


def answer(state, stream, path) -> bool:
    """Answers a request. Returns whether the connection ends after it."""
    state.send_headers(stream, [(":status", "200"), ("content-type", "text/plain")])
    if path == "/stream":
        state.send_data(stream, b":\n\n")
    elif path == "/reset":
        state.send_data(stream, b"half")
        state.reset_stream(stream, 2)
    else:
        state.send_data(stream, BODY, end_stream=True)
    if path == "/goaway":
        state.close_connection(last_stream_id=stream)
    return path == "/goaway"
