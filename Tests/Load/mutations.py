"""Hostile requests, each from a seed and a number, so that one that finds something can be sent again."""
import json
import random
import struct
import zlib
from typing import NamedTuple

from exchange import body_of, boundary, form, host


class Case(NamedTuple):
    """Bytes for a connection, and what may come back."""
    kind: str
    data: bytes
    method: str = "POST"
    path: str = "/v1/frame"
    # Whether others may follow on the connection: its length is what its head says.
    isWhole: bool = True
    # Most answers.
    answers: int = 1
    # Whether an answer must come.
    isAnswered: bool = True
    # What the client does then: half closes its side, close leaves, reset and reset amid (the answer)
    # break the connection.
    end: str = ""

    @property
    def isHead(self):
        return self.data.lstrip().startswith(b"HEAD ")


class Mutator:
    """Makes hostile requests of good pages (PNG, JPEG and WebP) and of the options that /openapi.json
    names."""

    def __init__(self, seed, pages, description):
        self.seed, self.pages = seed, pages
        self.options = description.text["components"]["schemas"]["Frame"]["properties"]

    def case(self, number):
        random = Random(f"{self.seed}:{number}")
        made = random.weighted([
            (26, self.multipart), (22, self.json), (24, self.picture), (16, self.head), (4, self.pipeline),
            (4, self.cut), (2, self.reset), (2, self.valid)])
        return made(random)

    # Multipart

    def parts(self, random):
        return [("pages", random.choice(self.pages)), ("pages", random.choice(self.pages)),
                ("turn", b'{"progress": 0.4}')]

    def multipart(self, random):
        parts = self.parts(random)
        body = body_of(parts)
        way = random.randrange(12)
        if way == 0:
            body = random.mutated(body)
        elif way == 1:
            body = body[:random.randrange(len(body))]
        elif way == 2:
            body = body.replace(b"\r\n", random.choice([b"\n", b"\r", b"\r\n\r\n", b"\0\r\n"]),
                                random.choice([1, 2, 3, 5, 99]))
        elif way == 3:
            count = random.choice([0, 1, 3, 13, 14, 100, 2000])
            body = body_of([(random.choice(["pages", "turn", "back", "x"]), b"") for _ in range(count)])
        elif way == 4:
            body = body_of([random.choice(parts) for _ in range(random.randrange(7))])
        elif way == 5:
            body = body_of([(random.text(), b"x"), *parts])
        elif way == 6:
            inner = body_of(parts, b"inner")
            body = body.replace(b'name="turn"',
                                b'name="turn"\r\nContent-Type: multipart/mixed; boundary=inner')
            body = body.replace(b'{"progress": 0.4}', inner)
        elif way == 7:
            body = random.choice([
                random.junk(9000) + b"\r\n" + body, body + random.junk(9000), b"\r\n" * 3000 + body,
                body + body, b"--" + boundary + b" " * 5000 + body[17:]])
        else:
            count = random.randrange(1, 3)
            body = body.replace(b'Content-Disposition: form-data; name="pages"', self.part_head(random),
                                count)
        return self.sent(random, "multipart", body, self.content_type(random))

    def part_head(self, random):
        good = b'Content-Disposition: form-data; name="pages"'
        return random.choice([
            lambda: b"", lambda: good.lower(), lambda: good + b"\r\n" + good, lambda: good + b"; name=back",
            lambda: b"Content-Disposition: attachment; name=pages", lambda: b"Content-Disposition: form-data",
            lambda: b'Content-Disposition: form-data; name=""',
            lambda: b'Content-Disposition: form-data; name="' + random.junk(200) + b'"',
            lambda: b'Content-Disposition: form-data; name="pages',
            lambda: b'Content-Disposition: form-data; name="' + b"p" * random.choice([300, 70000]) + b'"',
            lambda: good + b"; filename*=UTF-8''%e2%82%ac.png",
            lambda: good + b'; filename="../../etc/passwd\\"%22%0d%0a"',
            lambda: good + b"\r\nContent-Transfer-Encoding: base64", lambda: good + b"\r\n folded",
            lambda: good + b"\r\nno colon", lambda: good + b"\r\nX: " + b"x" * 9000,
            lambda: good + b"\r\nX: y" * 300, lambda: good + b"\r\n--" + boundary,
            lambda: random.mutated(good), lambda: good + b"\r\nContent-Type: " + random.junk(30),
            lambda: good + b";" * 500, lambda: good + b'; a="' + b'\\"' * 1000 + b'"',
        ])()

    def content_type(self, random):
        """Mostly the right one."""
        good = b"multipart/form-data; boundary=" + boundary
        if random.random() < 0.7:
            return good
        return random.choice([
            b"", b"application/json", b"multipart/form-data", b"multipart/form-data; boundary=",
            b'multipart/form-data; boundary=""', b"multipart/form-data; boundary=" + b"b" * 71,
            b"multipart/form-data; boundary=" + b"b" * 9000, good + b"; boundary=other",
            b'multipart/form-data; boundary="' + boundary + b'"', b"multipart/mixed; boundary=" + boundary,
            b'MULTIPART/FORM-DATA;BOUNDARY="' + boundary[:-1] + b'\\f"', good[:-1], good + b"1",
            b"multipart/form-data; boundary=\xc3\xa4", b"multipart/form-data; boundary=a b",
            b"multipart/form-data; charset=x; boundary=" + boundary, b"; boundary=" + boundary,
            b"multipart/form-data; boundary=-", b"multipart/form-data boundary=" + boundary])

    def sent(self, random, kind, body, content_type=b"multipart/form-data; boundary=" + boundary):
        """A body with its length, in a few cases in chunks."""
        first = b"POST /v1/frame HTTP/1.1\r\n" + host + b"Content-Type: " + content_type + b"\r\n"
        if random.random() < 0.85:
            return Case(kind, first + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        size = random.choice([1, 7, 100, 4096])
        if size < 100:
            body = body[:2000]
        chunks = b"".join(b"%x%s\r\n%s\r\n" % (len(piece), random.choice([b"", b"", b";a=b"]), piece)
                          for piece in (body[at:at + size] for at in range(0, len(body), size)))
        return Case(kind, first + b"Transfer-Encoding: chunked\r\n\r\n" + chunks + b"0\r\n\r\n")

    # JSON

    def json(self, random):
        turn = self.turn(random)
        body = body_of([*self.parts(random)[:2], ("turn", turn)])
        return self.sent(random, "json", body)

    def turn(self, random):
        way = random.randrange(10)
        good = {"progress": random.random()}
        for name in random.sample(sorted(self.options), random.randrange(1, 5)):
            good[name] = self.value(random, self.options[name])
        text = json.dumps(good).encode()
        if way < 4:
            return text
        if way == 4:
            return random.mutated(text)
        if way == 5:
            depth = random.choice([30, 33, 1000, 20000, 60000])
            opening, closing = random.choice([(b"[", b"]"), (b'{"a":', b"}"), (b'{"effects":[', b"]}")])
            depth = min(depth, 120_000 // len(opening + closing))
            return opening * depth + b"1" + closing * random.choice([depth, depth - 1, 0])
        if way == 6:
            number = random.choice([
                b"1e999", b"-1e999", b"1e-999", b"-0", b"9" * 400, b"0." + b"0" * 5000 + b"1", b"01", b"+1",
                b".5", b"5.", b"0x10", b"NaN", b"Infinity", b"1e", b"1e+", b"--1", b"1" + b"0" * 100_000,
                b"9223372036854775808", b"1.7976931348623157e308", b"5e-324", b"1E400000000000000000000"])
            return b'{"progress": %s, "%s": %s}' % (
                random.choice([b"0.5", number]), random.choice(sorted(self.options)).encode(), number)
        if way == 7:
            name, value = random.choice(sorted(self.options)), random.choice([b"1", b"null", b'"a"'])
            pair = b'"%s": %s' % (name.encode(), value)
            return b'{"progress": 0.5, ' + b", ".join([pair] * random.choice([2, 3, 3000])) + b"}"
        if way == 8:
            return random.choice([
                b"", b" ", b"null", b"[]", b"{}", b'"', b"{", b"}", b"{\"progress\"", b"\xef\xbb\xbf" + text,
                text.decode().encode("utf-16"), text + text, text + b"\0", b"/**/" + text, text[:-1] + b",}",
                b'{"progress": 0.5, "\xff\xfe": 1}', b'{"progress": 0.5, "size": "\xc0\x80"}',
                b'{"progress": 0.5, "size": "\xed\xa0\x80"}', b'{"progress": 0.5, "size": "\\ud800"}',
                b'{"progress": 0.5, "size": "\\u0000"}', b'{"progress": 0.5, "size": "\0"}',
                b'{"progress": 0.5, "size": "' + b"9" * 100_000 + b'"}', b" " * 131_072, b" " * 140_000,
                b'{"progress": 0.5, "' + b"x" * 100_000 + b'": 1}', b"\xff" * 1000,
                b'{"progress": 0.5' + b"".join(b', "%d": 1' % n for n in range(8000)) + b"}"])
        return json.dumps({**good, random.text(): random.any()}).encode()

    def value(self, random, schema):
        """An absurd value of an option, mostly of its type."""
        schema = random.choice(schema["anyOf"]) if "anyOf" in schema else schema
        kind = schema.get("type")
        if random.random() < 0.15:
            return random.any()
        if "enum" in schema:
            return random.choice([*schema["enum"], "", "PNG", "x"])
        if kind == "array":
            return [self.value(random, schema["items"])
                    for _ in range(random.choice([schema.get("minItems", 1), 0, 1, 2, 3, 50, 2000]))]
        if kind in ("number", "integer"):
            return random.choice([0, 1, -1, 0.5, 2, 100, -0.0, 1e-300, 1e300, -1e300, 1e9, 2**31, 2**63,
                                  65536, 1e-9, random.uniform(-10, 10)])
        if kind == "boolean":
            return random.choice([True, False])
        if kind == "object":
            names = ["kind", "name", "type", "turn", "radius", "angle", "at", random.text()]
            return {random.choice(names): random.any() for _ in range(random.choice([0, 1, 3, 40]))}
        return random.choice([
            "", " ", "0", "-1", "9%", "1e9%", "-9%", "92px", "1e300px", "1x1", "0x0", "99999x99999",
            "100000x1", "1x65535", "-5x5", "64x", "x64", "64x64", "nan", "inf", "#", "#fff", "#ffffff",
            "#gggggg", "#00000000", "auto", "none", "transparent", "curl", "effect", "curl:", "curl:nothing",
            ":", "slide:up", "leaves", "drop", "../../../etc/passwd", "/dev/zero", "-", "@", "%s%n", "${x}",
            "ä" * 1000, "\0", random.text()])

    # Pictures

    def picture(self, random):
        first = self.bad_picture(random)
        second = random.choice(self.pages)
        body = body_of([*random.shuffled([("pages", first), ("pages", second)]), ("turn",
            b'{"progress": 0.4}'),
                        *random.choice([[], [], [("back", first)], [("background", first)]])])
        return self.sent(random, "picture", body)

    def bad_picture(self, random):
        picture = random.choice(self.pages)
        way = random.randrange(10)
        if way == 0:
            return random.mutated(picture[:64]) + picture[64:]
        if way == 1:
            return random.mutated(picture)
        if way == 2:
            return picture[:random.randrange(len(picture))]
        if way == 3:
            other = random.choice(self.pages)
            return picture[:random.randrange(len(picture))] + other[random.randrange(len(other)):]
        if way == 4:
            return picture + random.choice([picture, random.junk(100), bytes(100_000)])
        if way == 5:
            return random.choice([
                b"", b"\0", b"GIF89a" + random.junk(50), b"BM" + random.junk(50), b"II*\0" + random.junk(50),
                b"%PDF-1.7", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"<html>", bytes(5000),
                b"PK\3\4" + random.junk(60), b"\0\0\0\x1cftypavif" + random.junk(60),
                b"\xff\x0a" + random.junk(60), random.junk(3000)])
        if way == 6 and picture.startswith(b"\xff\xd8"):
            # The size in a JPEG's frame header.
            at = max(picture.find(b"\xff\xc0"), picture.find(b"\xff\xc2"))
            return picture[:at + 5] + struct.pack(">HH", *random.sizes(65535)) + picture[at + 9:]
        if way == 7 and picture.startswith(b"RIFF"):
            width, height = random.sizes(1 << 24)
            return b"RIFF" + struct.pack("<I", len(picture) + 10) + b"WEBPVP8X" + struct.pack(
                "<IB3x", 10, random.randrange(256)) + struct.pack("<I", max(width - 1, 0))[:3] + struct.pack(
                "<I", max(height - 1, 0))[:3] + picture[12:]
        return self.png(random)

    def png(self, random):
        """A PNG whose chunks are whole but for a few, of any size, mostly bombs."""
        width, height = random.sizes(1 << 31)
        depth, colour = random.choice([(1, 0), (8, 0), (16, 0), (8, 2), (16, 2), (8, 3), (8, 4), (8, 6),
                                       (16, 6), (3, 0), (8, 1), (8, 7), (32, 2), (0, 0)])
        head = struct.pack(">IIBBBBB", width, height, depth, colour, random.choice([0, 0, 0, 1]),
                           random.choice([0, 0, 0, 1]), random.choice([0, 0, 1, 2]))
        data = zlib.compress(bytes(random.choice([0, 100, 10_000, 1_000_000])), 9)
        chunks = [(b"IHDR", head), (b"IDAT", data), (b"IEND", b"")]
        for _ in range(random.choice([0, 0, 1, 2, 300])):
            name = random.choice([b"PLTE", b"tRNS", b"gAMA", b"cHRM", b"iCCP", b"sRGB", b"zTXt", b"iTXt",
                                  b"acTL", b"eXIf", b"IDAT", b"IHDR", b"ABCD", b"\0\0\0\0"])
            content = random.choice([b"", random.junk(30), b"name\0\0" + zlib.compress(bytes(50_000))])
            chunks.insert(random.randrange(len(chunks) + 1), (name, content))
        text = b"\x89PNG\r\n\x1a\n"
        for name, content in chunks:
            length = len(content)
            if random.random() < 0.03:
                length = random.choice([0, 2**31 - 1, 2**32 - 1, length + 1])
            check = zlib.crc32(name + content) if random.random() < 0.97 else 0
            text += struct.pack(">I", length) + name + content + struct.pack(">I", check)
        return text

    # Heads

    def head(self, random):
        path = random.choice(["/livez", "/version", "/v1/frame", "/openapi.json", "/nowhere", "/metrics"])
        method = random.choice(["GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
        first = f"{method} {path} HTTP/1.1\r\n".encode()
        empty = b"" if method in ("GET", "HEAD") else b"Content-Length: 0\r\n"
        kept = [
            lambda: first + host + empty + b"\r\n",
            lambda: first + host + empty + b"Expect: nothing\r\n\r\n",
            lambda: first + host + empty + b"Origin: http://evil.example\r\n\r\n",
            lambda: first + b"Host: evil.example\r\n" + empty + b"\r\n",
            lambda: first + b"Host: \r\n" + empty + b"\r\n",
            lambda: first + b"Host: [::1]:80\r\n" + empty + b"\r\n",
            lambda: first + host + empty + b"Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\n\r\n",
            lambda: first + host + empty + b"Authorization: Bearer " + b"k" * 3000 + b"\r\n\r\n",
            lambda: first + host + empty + b"Cookie: " + b"c=d; " * 1000 + b"\r\n\r\n",
            lambda: first + host + empty + b"Range: bytes=0-0,-1,5-\r\nAccept-Encoding: gzip\r\n\r\n",
            lambda: first + host + empty + b"".join(b"X-%d: y\r\n" % n for n in range(90)) + b"\r\n",
        ]
        if random.random() < 0.5:
            return Case("head", random.choice(kept)(), method, path)
        data, answers = self.bad_head(random, first, path)
        return Case("bad head", data, method, path, isWhole=False, answers=answers,
                    isAnswered=bool(data.strip()), end="half")

    def bad_head(self, random, first, path):
        """Bytes that aren't a request, or that two readers may take differently, and the most answers."""
        more = b"GET /nowhere HTTP/1.1\r\n" + host + b"\r\n"
        kind = b"Content-Type: multipart/form-data; boundary=b\r\n"
        post = b"POST /v1/frame HTTP/1.1\r\n" + host + kind
        chunked = b"Transfer-Encoding: chunked\r\n"
        return random.choice([
            # Lengths that contradict each other: what comes after is never a request of its own.
            lambda: (post + chunked + b"Content-Length: 4\r\n\r\n0\r\n\r\n" + more, 1),
            lambda: (post + b"Content-Length: 4\r\n" + chunked + b"\r\n4\r\nabcd\r\n0\r\n\r\n" + more, 1),
            lambda: (post + b"Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcd" + more, 1),
            lambda: (post + b"Content-Length: 4, 5\r\n\r\nabcd" + more, 1),
            lambda: (post + b"Content-Length: +4\r\n\r\nabcd" + more, 1),
            lambda: (post + b"Content-Length: -1\r\n\r\n" + more, 1),
            lambda: (post + b"Content-Length: 0x4\r\n\r\nabcd" + more, 1),
            lambda: (post + b"Content-Length: 99999999999999999999\r\n\r\n" + more, 1),
            lambda: (post + b"Content-Length: 9223372036854775807\r\n\r\n" + more, 1),
            lambda: (post + b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n" + more, 1),
            lambda: (post + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + more, 1),
            lambda: (post + b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + more, 1),
            lambda: (post + b"Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n" + more, 1),
            lambda: (post + chunked + chunked + b"\r\n0\r\n\r\n" + more, 1),
            lambda: (post + chunked + b"\r\n" + random.choice([
                b"zz\r\n\r\n", b"-1\r\n\r\n", b"ffffffffffffffffff\r\n", b"4\r\nabcdefgh\r\n0\r\n\r\n",
                b"4\nabcd\n0\n\n", b"4;" + b"x" * 20000 + b"\r\nabcd\r\n0\r\n\r\n",
                b"0\r\nA: " + b"b" * 20000 + b"\r\n\r\n",
                b"0\r\n" + b"".join(b"A%d: b\r\n" % n for n in range(200)) + b"\r\n",
                b" 4\r\nabcd\r\n0\r\n\r\n",
                b"0x4\r\nabcd\r\n0\r\n\r\n", b"4 \r\nabcd\r\n0\r\n\r\n", b"\r\n\r\n"]) + more, 1),
            lambda: (post + b"Expect: 100-continue\r\nContent-Length: 300000000\r\n\r\n", 1),
            # What isn't HTTP/1.1.
            lambda: (b"GET " + path.encode() + b"\r\n\r\n", 1),
            lambda: (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0", 1),
            lambda: (first.replace(b"1.1", random.choice([b"1.2", b"3.0", b"0.9", b"11", b"1."])) + host
                     + b"\r\n", 1),
            lambda: (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + random.junk(100), 1),
            lambda: (random.junk(random.choice([1, 50, 40000])) + b"\r\n\r\n", 1),
            lambda: (random.mutated(first + host + b"Content-Length: 0\r\n\r\n"), 2),
            # Overlong, and many.
            lambda: (first.replace(b" /", b" /" + b"a" * random.choice([5000, 17000, 200_000])) + host
                     + b"\r\n", 1),
            lambda: (b"M" * random.choice([30, 5000, 50000]) + b" / HTTP/1.1\r\n" + host + b"\r\n", 1),
            lambda: (first + host + b"A: " + b"a" * random.choice([16000, 17000, 300_000]) + b"\r\n\r\n", 1),
            lambda: (first + host + b"a" * 17000 + b": b\r\n\r\n", 1),
            lambda: (first + host + b"A: b\r\n" * random.choice([101, 5000]) + b"\r\n", 1),
            # Fields and lines of the wrong form.
            lambda: (first + random.choice([
                b"", host + host, b"Host: evil.example\r\n" + host, host + b"A: b\r\n c\r\n",
                host + b"A : b\r\n",
                host + b": b\r\n", host + b"A: b\0c\r\n", host + b"A: \xff\r\n", host + b"\xc3\xa4: b\r\n",
                host + b"no colon\r\n",
                b" " + host, host + b"A: b\rB: c\r\n"]) + b"\r\n", 1),
            lambda: (first.replace(b"\r", b"") + host.replace(b"\r", b"") + b"\n", 1),
            lambda: (first.replace(path.encode(), random.choice([
                b"http://evil.example/livez", b"//", b"*", b"livez", b"/\0", b"/%00", b"/%zz", b"/\xff",
                b"/..", b"/./livez",
                b"/livez/", b"/livez?" + b"q" * 9000, b"/livez#x", b"\\livez", b"http://",
                b"/a b"])) + host + b"\r\n", 1),
            lambda: (b"CONNECT " + random.choice([b"evil.example:80", b"/", b":", b""]) + b" HTTP/1.1\r\n"
                     + host + b"\r\n", 1),
            lambda: (b"\r\n" * random.choice([1, 3, 10000]) + first + host + b"Content-Length: 0\r\n\r\n", 1),
            lambda: (b"G", 1), lambda: (first, 1), lambda: (first + host, 1), lambda: (b"", 0),
        ])()

    def pipeline(self, random):
        count = random.randrange(2, 20)
        one = b"GET /livez HTTP/1.1\r\n" + host + b"\r\n"
        requests = [one] * count
        if random.random() < 0.3:
            requests.insert(random.randrange(count), form(self.pages[:2], {"progress": 0.2}))
            count += 1
        if random.random() < 0.3:
            requests.append(random.mutated(one))
            count += 1
        return Case("pipeline", b"".join(requests), path="*", isWhole=False, answers=count + 1, end="half")

    # Clients that leave

    def cut(self, random):
        data = form(random.sample(self.pages, 2), {"progress": 0.3})
        return Case("cut", data[:random.randrange(1, len(data))], isWhole=False, isAnswered=False,
                    end=random.choice(["half", "close", "reset"]))

    def reset(self, random):
        data = form(random.sample(self.pages, 2), {"progress": 0.3})
        return Case("reset", data, isWhole=False, isAnswered=False,
                    end=random.choice(["close", "reset", "reset amid"]))

    def valid(self, random):
        """What a hostile client mustn't keep others from."""
        turn = {"progress": random.random(), "format": random.choice(["png", "webp", "jpeg"])}
        return Case("valid", form(random.sample(self.pages, 2), turn))


class Random(random.Random):
    """Choices of what a hostile client might send."""

    def weighted(self, choices):
        return self.choices([made for _, made in choices], [weight for weight, _ in choices])[0]

    def shuffled(self, values):
        return self.sample(values, len(values))

    def junk(self, count):
        return self.randbytes(self.randrange(count + 1))

    def text(self):
        return self.choice(["", "x", "progress ", "Progress", "__proto__", "ä", "\u202e", "😀", "\0", "\n",
                            '"', "a" * 300,
                            self.junk(20).decode("latin-1")])

    def any(self, depth=0):
        """A value of JSON."""
        plain = [None, True, False, 0, -1, 1e308, 2**64, "", "x" * 200, "\0"]
        if depth > 3 or self.random() < 0.6:
            return self.choice(plain)
        values = [self.any(depth + 1) for _ in range(self.randrange(4))]
        return values if self.random() < 0.5 else {self.text(): value for value in values}

    def sizes(self, most):
        """Width and height, mostly too large."""
        some = [0, 1, 2, 45, 1000, 4000, 20000, 65535, 65536, 1 << 20, (1 << 24) - 1, (1 << 31) - 1,
                (1 << 32) - 1]
        return [min(self.choice(some), most) for _ in range(2)]

    def mutated(self, data):
        """Data with some bytes changed, left out, doubled or added."""
        data = bytearray(data)
        for _ in range(self.randrange(1, 8)):
            at = self.randrange(len(data) + 1)
            way = self.randrange(5)
            if way == 0:
                data[at:at + 1] = self.randbytes(1)
            elif way == 1:
                del data[at:at + self.choice([1, 2, 4, 100])]
            elif way == 2:
                data[at:at] = data[at:at + self.choice([1, 4, 100])]
            elif way == 3:
                data[at:at + 4] = self.choice([b"\0\0\0\0", b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff",
                                               b"\x80\0\0\0"])
            elif at < len(data):
                data[at] ^= 1 << self.randrange(8)
        return bytes(data)
