"""A small server with a chat completions API, in a thread of its own, for tests."""

import json
import threading
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def says(text, usage=True):
    """Answer every request with a text, or with what a function makes of the request."""

    def answer(handler, asked):
        content = text(asked) if callable(text) else text
        reply = {"choices": [{"message": {"role": "assistant", "content": content}}]}
        if usage:
            reply["usage"] = {"prompt_tokens": 100, "completion_tokens": 10}
        send(handler, 200, json.dumps(reply).encode())

    return answer


def fails(status, text=b"no", **headers):
    """Answer with a status."""
    return lambda handler, asked: send(handler, status, text, headers)


def sends(content):
    """Answer with some bytes that need not be JSON."""
    return lambda handler, asked: send(handler, 200, content)


def send(handler, status, content, headers=None):
    handler.send_response(status)
    for name, value in (headers or {}).items():
        handler.send_header(name.replace("_", "-"), value)
    handler.send_header("Content-Length", str(len(content)))
    handler.end_headers()
    handler.wfile.write(content)


class Server:
    """Questions asked, and answers to give: each answer once, the last one again and again."""

    def __init__(self):
        self.answers, self.asked = [says("1")], []
        self.stop = threading.Event()

    def url(self):
        return f"http://127.0.0.1:{self.http.server_port}/v1"


@contextmanager
def serving():
    """A server while the context lasts."""
    server = Server()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked = {"path": self.path, "headers": dict(self.headers), "stop": server.stop, **body}
            server.asked.append(asked)
            answer = server.answers.pop(0) if len(server.answers) > 1 else server.answers[0]
            answer(self, asked)

        def log_message(self, *arguments):
            pass

        def handle(self):
            with suppress(ConnectionError):  # the agent has hung up
                super().handle()

    server.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.http.handle_error = lambda *arguments: None
    thread = threading.Thread(target=server.http.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield server
    finally:
        server.stop.set()
        server.http.shutdown()
        thread.join()
        server.http.server_close()
