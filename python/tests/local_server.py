"""A server that answers each connection with what a test says, byte for byte."""

import socket
import struct
import threading
from types import TracebackType
from typing import Callable, List, Optional, Type

Behaviour = Callable[[socket.socket, bytes], None]


def reply(status: int, body: bytes = b"", *headers: str) -> Behaviour:
    """Answers with a length, and leaves the connection open."""
    length = f"Content-Length: {len(body)}"
    lines = [f"HTTP/1.1 {status} X", length, *headers]
    head = "".join(f"{line}\r\n" for line in lines) + "\r\n"
    return lambda connection, _: connection.sendall(head.encode() + body)


def raw(text: bytes) -> Behaviour:
    """Sends bytes, and closes the connection."""

    def behave(connection: socket.socket, _: bytes) -> None:
        connection.sendall(text)
        connection.close()

    return behave


def reset(connection: socket.socket, _: bytes) -> None:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def silence(connection: socket.socket, _: bytes) -> None:
    """Keeps the connection, and says nothing."""


class Server:
    """Give it behaviours; the last one is for all further requests."""

    def __init__(self) -> None:
        self.behaviours: List[Behaviour] = []
        self.requests: List[bytes] = []
        self.connections = 0
        # Sent as soon as a connection opens, in place of an answer
        self.greeting = b""
        self._open: List[socket.socket] = []
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> "Server":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self._socket.close()
        for connection in self._open:
            connection.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self.connections += 1
            self._open.append(connection)
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        try:
            if self.greeting:
                connection.sendall(self.greeting)
            while True:
                request = self._read(connection)
                if request == b"":
                    return
                self.requests.append(request)
                behave = self.behaviours.pop(0) if len(self.behaviours) > 1 else self.behaviours[0]
                behave(connection, request)
        except OSError:
            return

    def _read(self, connection: socket.socket) -> bytes:
        request = b""
        while b"\r\n\r\n" not in request:
            chunk = connection.recv(65536)
            if chunk == b"":
                return b""
            request += chunk
        head, _, body = request.partition(b"\r\n\r\n")
        lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
        wanted = int(lengths[0].split(b":")[1]) if lengths else 0
        while len(body) < wanted:
            body += connection.recv(65536)
        return head + b"\r\n\r\n" + body
