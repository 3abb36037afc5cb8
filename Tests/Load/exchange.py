"""HTTP as it arrives, requests for frames, and the promises of /openapi.json."""
import asyncio
import collections
import json
import re
import socket
import struct
import time
from typing import NamedTuple

host = b"Host: 127.0.0.1\r\n"
boundary = b"a-boundary-8c1f"
# Most seconds for an answer to a hostile request.
patience = 20


class Answer(NamedTuple):
    status: int
    fields: dict
    body: bytes
    seconds: float = 0


class NoHTTP(Exception):
    """What arrived isn't an answer of HTTP/1.1."""


async def read(reader, method="GET"):
    """The next answer of a connection. None if it is closed before."""
    try:
        text = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError as error:
        if error.partial:
            raise NoHTTP(f"a head ends early: {error.partial[:80]}") from None
        return None
    first, *lines = text[:-4].decode("latin-1").split("\r\n")
    start = re.fullmatch(r"HTTP/1\.1 ([1-5]\d\d) [ -~]*", first)
    fields = {}
    for line in lines:
        field = re.fullmatch(r"([!#-'*+.^-z|~0-9A-Z-]+):[ \t]*([ -~]*)", line)
        if not field or field[1].lower() in fields:
            raise NoHTTP(f"the field {line[:80]!r}")
        fields[field[1].lower()] = field[2]
    if not start:
        raise NoHTTP(f"the status line {first[:80]!r}")
    status = int(start[1])
    body = b""
    if status >= 200 and method != "HEAD" and status not in (204, 304):
        if fields.get("transfer-encoding") == "chunked":
            return Answer(status, fields, await pieces(reader))
        if not re.fullmatch(r"\d+", fields.get("content-length", "")):
            raise NoHTTP(f"{status} without a length")
        try:
            body = await reader.readexactly(int(fields["content-length"]))
        except asyncio.IncompleteReadError as error:
            raise NoHTTP(f"a body ends early, at {len(error.partial)} of {error.expected} bytes") from None
    return Answer(status, fields, body)


async def pieces(reader):
    """A body whose length isn't known, up to its last chunk."""
    body = b""
    try:
        while True:
            size = (await reader.readuntil(b"\r\n"))[:-2]
            if not re.fullmatch(rb"[0-9a-fA-F]{1,8}", size):
                raise NoHTTP(f"a chunk of {size[:80]}")
            piece = await reader.readexactly(int(size, 16) + 2)
            if piece[-2:] != b"\r\n":
                raise NoHTTP("a chunk without its end")
            if len(piece) == 2:
                return body
            body += piece[:-2]
    except asyncio.IncompleteReadError:
        raise NoHTTP(f"a body ends early, after {len(body)} bytes") from None


async def ask(port, request, patience=120):
    """One request on a connection of its own. None without an answer."""
    start = time.monotonic()
    writer = None
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request)
        answer = await asyncio.wait_for(read(reader), patience)
        return answer and answer._replace(seconds=time.monotonic() - start)
    except (OSError, NoHTTP, asyncio.TimeoutError):
        return None
    finally:
        if writer:
            writer.close()


def body_of(parts, boundary=boundary):
    """A multipart body of names and bytes."""
    return b"".join(
        b'--%s\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (boundary, name.encode(), part)
        for name, part in parts) + b"--" + boundary + b"--\r\n"


def head_of(length, *fields, path="/v1/frame"):
    """The head of a request with a form of this length, for a frame unless a path is given."""
    return (b"POST " + path.encode() + b" HTTP/1.1\r\n" + host + b"Content-Length: %d\r\n" % length
            + b"Content-Type: multipart/form-data; boundary=" + boundary + b"\r\n"
            + b"".join(field + b"\r\n" for field in fields) + b"\r\n")


def form(pages, turn, path="/v1/frame", **others):
    """A request with pages and options, for a frame unless a path is given."""
    parts = [("pages", page) for page in pages] + list(others.items())
    body = body_of([*parts, ("turn", json.dumps(turn).encode())])
    return head_of(len(body), path=path) + body


class Description:
    """What /openapi.json promises of answers."""

    def __init__(self, text):
        self.text = json.loads(text)
        self.paths = dict(self.text["paths"])
        # It describes all but itself.
        self.paths.setdefault("/openapi.json", self.paths["/version"])
        problem = self.text["components"]["schemas"]["Problem"]
        self.types = set(problem["properties"]["type"]["enum"])
        self.members, self.required = set(problem["properties"]), set(problem["required"])

    @classmethod
    async def of(cls, port):
        return cls((await ask(port, b"GET /openapi.json HTTP/1.1\r\n" + host + b"\r\n")).body)

    def fault(self, method, path, answer):
        """How an answer breaks its promises; None if it doesn't."""
        status, fields = answer.status, answer.fields
        if "x-request-id" not in fields:
            # The parser of HTTP answers before there is a request.
            isParser = status == 400 and fields.get("connection") == "close" and not answer.body
            return None if isParser else f"{status} without a request's number"
        if status >= 500 and status != 503:
            return f"{status}: {answer.body[:300]}"
        route = self.paths.get(path)
        if route is None:
            if status not in (404, 403):
                return f"{status} of an unknown path"
            return self.problem_fault(method, answer)
        operation = route.get("get" if method == "HEAD" else method.lower())
        if operation is None:
            if status not in (405, 403):
                return f"{status} of a method that isn't there"
            if status == 405 and not fields.get("allow"):
                return "405 without Allow"
            return self.problem_fault(method, answer)
        if str(status) not in operation["responses"]:
            return f"{status} isn't among {list(operation['responses'])}"
        if status != 200:
            return self.problem_fault(method, answer)
        kind = fields.get("content-type", "").partition(";")[0]
        if kind not in operation["responses"]["200"]["content"]:
            return f"a result of type {kind}"
        marks = {"image/png": b"\x89PNG\r\n", "image/jpeg": b"\xff\xd8\xff", "image/webp": b"RIFF"}
        if not answer.body.startswith(marks.get(kind, b"")):
            return f"a body that isn't {kind}: {answer.body[:16]}"
        return None

    def problem_fault(self, method, answer):
        if method == "HEAD":
            return f"{answer.status} with a body, to HEAD" if answer.body else None
        try:
            members = json.loads(answer.body.decode())
        except ValueError:
            return f"{answer.status} with a body that isn't JSON: {answer.body[:80]}"
        faults = {
            "media type": answer.fields.get("content-type") != "application/problem+json",
            "members": not self.required <= set(members) <= self.members,
            "type": members.get("type") not in self.types,
            "status": members.get("status") != answer.status,
            "request": members.get("request") != answer.fields["x-request-id"],
            "detail": not members.get("detail"),
            "Retry-After": answer.status in (429, 503) and not answer.fields.get("retry-after", "").isdigit(),
        }
        wrong = [name for name, isWrong in faults.items() if isWrong]
        return f"{answer.status} with a wrong {', '.join(wrong)}: {members}" if wrong else None


class Client:
    """Sends cases, whole ones on a connection that stays."""

    def __init__(self, port, description):
        self.port, self.description = port, description
        self.seen, self.faults = collections.Counter(), []
        # Seconds and number of the one that took longest.
        self.slowest = (0, None)
        self.stream = None
        # Numbers of what was sent on the connection.
        self.sent = []

    async def one(self, number, case):
        """Sends a case, and notes its statuses and what is wrong with them."""
        self.sent.append(number)
        start = time.monotonic()
        try:
            answers = await asyncio.wait_for(self.whole(case) if case.isWhole else self.alone(case), patience)
        except (NoHTTP, asyncio.TimeoutError) as error:
            before = self.sent[:-1]
            await self.close()
            answers = []
            what = str(error) or f"no answer within {patience} s"
            self.faults.append(f"{number} ({case.kind}): {what}, after {before}")
        except OSError as error:
            await self.close()
            answers = []
            if case.isAnswered:
                self.faults.append(f"{number} ({case.kind}): {error}")
        self.slowest = max(self.slowest, (time.monotonic() - start, number))
        if case.isAnswered and case.answers and not answers:
            self.faults.append(f"{number} ({case.kind}): no answer")
        if len(answers) > case.answers:
            self.faults.append(f"{number} ({case.kind}): {len(answers)} answers, at most {case.answers}")
        self.seen[case.kind, "/".join(sorted({str(answer.status) for answer in answers})) or "none"] += 1
        for answer in answers:
            if fault := self.fault(case, answer):
                self.faults.append(f"{number} ({case.kind}): {fault}")

    def fault(self, case, answer):
        """How an answer breaks its promises. Where it is open which request was read, those of any count."""
        if case.isWhole:
            return self.description.fault(case.method, case.path, answer)
        paths = {**self.description.paths, "/nowhere": {}}
        faults = [self.description.fault(method, path, answer) for path, operations in paths.items()
                  for method in (["HEAD"] if case.isHead else [*operations, "put"])]
        return faults[0] if all(faults) else None

    async def whole(self, case):
        for isNew in (self.stream is None, True):
            if isNew:
                await self.close()
                self.stream, self.sent = await asyncio.open_connection("127.0.0.1", self.port), self.sent[-1:]
            reader, writer = self.stream
            try:
                writer.write(case.data)
                answer = await read(reader, case.method)
            except ConnectionError:
                if isNew:
                    raise
                continue
            # A connection that has stayed may be closed before the request arrives.
            if answer or isNew:
                break
        if not answer or answer.fields.get("connection") == "close":
            await self.close()
        return [answer] if answer else []

    async def alone(self, case):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        answers = []
        try:
            writer.write(case.data)
            await writer.drain()
            if case.end == "reset amid":
                await reader.read(100)
            if case.end.startswith("reset"):
                # Closing sends RST.
                linger = struct.pack("ii", 1, 0)
                writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            if case.end != "half":
                return answers
            writer.write_eof()
            while answer := await read(reader, "HEAD" if case.isHead else "GET"):
                if answer.status != 100:
                    answers.append(answer)
        except ConnectionError:
            # The server closes a connection whose bytes it won't read, which may be a reset.
            pass
        finally:
            writer.close()
        return answers

    async def close(self):
        if self.stream:
            self.stream[1].close()
        self.stream = None
