"""What the load runs share: checks, and a server that is watched."""
import asyncio
import atexit
import collections
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

from exchange import ask, form, host

cores = len(os.sched_getaffinity(0))
# Ended from outside, too, a run ends its servers.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))


class Checks:
    """Prints what was found, and notes what should have held."""

    def __init__(self, strict=True):
        self.strict = strict
        self.failures = []

    def __call__(self, what, holds, strict=False):
        """Notes whether something holds; `strict` things only count in strict runs."""
        word = "ok" if holds else ("FAILED" if self.strict or not strict else "missed")
        print(f"  {word:7} {what}", flush=True)
        if word == "FAILED":
            self.failures.append(what)

    def end(self):
        """Ends the program: status 1 if something failed."""
        if self.failures:
            print("failed:", *self.failures, sep="\n  ")
            sys.exit(1)


class Server:
    """A server on a port of loopback, whose files may only be in a folder of its own."""

    def __init__(self, program, *words, port=0, workers=cores):
        self.folder = tempfile.TemporaryDirectory()
        self.log = tempfile.TemporaryFile("w+", errors="surrogateescape")
        places = {name: self.folder.name for name in ("HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR")}
        self.process = subprocess.Popen(
            [os.path.realpath(program), "serve", "--listen", f"127.0.0.1:{port}", "--backend", "cpu",
             "--workers", str(workers), *words],
            cwd=self.folder.name, env=os.environ | places, stderr=self.log, stdin=subprocess.DEVNULL)
        atexit.register(self.kill)
        until = time.monotonic() + 60
        while True:
            if found := re.search(r"listening on https?://127\.0\.0\.1:(\d+)", self.text()):
                self.port = int(found[1])
                return
            if self.process.poll() is not None or time.monotonic() > until:
                sys.exit(f"the server doesn't listen: {self.text()}")
            time.sleep(0.02)

    def text(self):
        """The log. By pread: the server writes through the same descriptor's offset."""
        return os.pread(self.log.fileno(), 1 << 20, 0).decode("utf-8", "surrogateescape")

    def records(self):
        """The log's lines from JSON; those that aren't JSON as texts."""
        end, at, rest = os.fstat(self.log.fileno()).st_size, 0, b""
        while at < end:
            piece = os.pread(self.log.fileno(), 1 << 20, at)
            at += len(piece)
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                try:
                    yield json.loads(line)
                except ValueError:
                    yield line.decode("utf-8", "backslashreplace")

    def workers(self):
        """IDs of the running workers."""
        ids = []
        for task in os.listdir(f"/proc/{self.process.pid}/task"):
            try:
                with open(f"/proc/{self.process.pid}/task/{task}/children") as file:
                    ids += map(int, file.read().split())
            except FileNotFoundError:
                pass
        return ids

    def memory(self):
        """Resident bytes of the server alone."""
        return resident(self.process.pid)

    def descriptors(self):
        """What the server's descriptors are, sorted."""
        found = []
        for number in os.listdir(f"/proc/{self.process.pid}/fd"):
            try:
                found.append(os.readlink(f"/proc/{self.process.pid}/fd/{number}"))
            except FileNotFoundError:
                pass
        return sorted(re.sub(r"\[\d+\]", "", name) for name in found)

    def threads(self):
        return len(os.listdir(f"/proc/{self.process.pid}/task"))

    def files(self):
        """Files that the server has left in its folder."""
        return [os.path.join(path, name) for path, _, names in os.walk(self.folder.name) for name in names]

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        return self.process.wait(60)

    def stop(self):
        """The status with which it ends after SIGTERM; its signal, negative, if it has to be killed."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(60)
        except subprocess.TimeoutExpired:
            return self.kill()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()
        self.folder.cleanup()


def resident(process):
    """Resident bytes of a process; 0 if it has ended."""
    try:
        with open(f"/proc/{process}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (FileNotFoundError, ProcessLookupError):
        return 0


class Watch:
    """Notes what a server holds, several times a second, until the block ends."""

    def __init__(self, server, interval=0.25):
        self.server, self.interval = server, interval
        self.samples = []

    async def __aenter__(self):
        self.task = asyncio.ensure_future(self.run())
        return self

    async def __aexit__(self, *_):
        self.task.cancel()

    async def run(self):
        start = time.monotonic()
        while True:
            server, workers = self.server, self.server.workers()
            self.samples.append((
                time.monotonic() - start, server.memory(), sum(map(resident, workers)),
                len(server.descriptors()), server.threads()))
            await asyncio.sleep(self.interval)

    def growth(self, column):
        """Growth of a column over the last half of the samples, by the line through them, as a share of
        their mean."""
        half = self.samples[len(self.samples) // 2:]
        times, values = [sample[0] for sample in half], [sample[column] for sample in half]
        middle, mean = sum(times) / len(half), sum(values) / len(half)
        square = sum((t - middle) ** 2 for t in times)
        slope = sum((t - middle) * (v - mean) for t, v in zip(times, values)) / square if square else 0
        return slope * (times[-1] - times[0]) / mean

    def table(self):
        """Prints memory, descriptors and threads, by tenths of the time."""
        print("       s  server MiB  workers MiB  descriptors  threads")
        for tenth in range(10):
            piece = self.samples[tenth * len(self.samples) // 10:(tenth + 1) * len(self.samples) // 10]
            if piece:
                of = [sum(column) / len(piece) for column in zip(*piece)]
                print(f"  {of[0]:6.0f}  {of[1] / 2**20:10.2f}  {of[2] / 2**20:11.1f}  {of[3]:11.1f}  "
                      f"{of[4]:7.1f}")


class Rest:
    """What a server holds without requests, to be compared with later."""

    def __init__(self, server):
        self.server = server
        self.before, self.threads = server.descriptors(), server.threads()
        self.memory = server.memory()

    async def check(self, check, watch, start, reasons={"recycled"}):
        """Checks what a run has left behind, whose load ended at `start`, and stops the server.

        Workers may have been replaced for these reasons."""
        server = self.server
        ready = await until_ready(server.port)
        seconds = time.monotonic() - start
        check(f"ready {seconds:.2f} s after the load, at most 2", ready and seconds < 2)
        for _ in range(100):
            # Connections that the server closes only after its grace.
            if len(server.descriptors()) <= len(self.before):
                break
            await asyncio.sleep(0.1)
        more = dict(collections.Counter(server.descriptors()) - collections.Counter(self.before)) or ""
        check(f"{len(server.descriptors())} descriptors, {len(self.before)} before {more}",
              len(server.descriptors()) <= len(self.before))
        growth = watch.growth(1)
        check(f"memory of the server grows by {100 * growth:.2f} % over the last half, less than 1 %",
              growth < 0.01, strict=True)
        for _ in range(150):
            # Memory goes back every ten seconds.
            if server.memory() <= 1.5 * self.memory:
                break
            await asyncio.sleep(0.1)
        check(f"{server.memory() / 2**20:.0f} MiB afterwards, at most 1.5 × the {self.memory / 2**20:.0f} before",
              server.memory() <= 1.5 * self.memory)
        check(f"{server.threads()} threads, {self.threads} before, at most 3 more",
              server.threads() <= self.threads + 3)
        status = server.stop()
        check(f"ends with {status}", status == 0)
        check(f"leaves no file {server.files() or ''}", not server.files())
        deaths, others = {}, []
        for record in server.records():
            if isinstance(record, str):
                if "listening on" not in record:
                    others.append(record)
            elif record["message"] == "worker replaced":
                deaths[record["reason"]] = deaths.get(record["reason"], 0) + 1
            elif record["level"] not in ("info", "debug"):
                others.append(record)
        check(f"workers were replaced for {deaths}, at most for {sorted(reasons)}", set(deaths) <= reasons)
        check(f"the log has no error and nothing but JSON {others[:3] or ''}", not others)


def pages(program, size, folder):
    """Two pages of this size, such as "180x240", as PNG."""
    subprocess.run([program, "demo", "-q", "-o", f"{folder}/{size}-%d.png", "--frames", "2", "--size", size],
                   check=True)
    found = []
    for number in range(2):
        with open(f"{folder}/{size}-{number}.png", "rb") as file:
            found.append(file.read())
    return found


async def pictures(program, size, folder, port):
    """Two pages of this size, and pictures of them as WebP and JPEG, which a server draws."""
    found = pages(program, size, folder)
    for format in ("webp", "jpeg"):
        found.append((await ask(port, form(found[:2], {"progress": 0.3, "format": format}))).body)
    return found


async def until_ready(port, patience=10):
    """Waits until /readyz answers 200; false if it doesn't."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        answer = await ask(port, b"GET /readyz HTTP/1.1\r\n" + host + b"\r\n")
        if answer and answer.status == 200:
            return True
        await asyncio.sleep(0.02)
    return False


def show(seen, faults):
    """Prints the statuses by kind of request, and some of the faults of each kind."""
    for kind in sorted({kind for kind, _ in seen}):
        some = sorted((status, count) for (of, status), count in seen.items() if of == kind)
        print(f"  {kind:10}", *(f"{status} × {count}" for status, count in some))
    kinds = collections.defaultdict(list)
    for fault in faults:
        kinds[re.sub(r"\d+|\[.*", "", fault)[:60]].append(fault)
    for some in kinds.values():
        for fault in some[:3]:
            print(f"  {fault[:400]}")
        if len(some) > 3:
            print(f"  … and {len(some) - 3} such ones")


def own_time():
    return time.process_time()


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))] if values else 0
