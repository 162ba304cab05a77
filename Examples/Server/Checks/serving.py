# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Checks the FlagServer program with other clients than Halyard's.

Usage: serving.py FLAGSERVER [CONTRACTSERVICE]

OpenFeature's OFREP client reads 200 flags of all types. If CONTRACTSERVICE is given, the client of LaunchDarkly's contract tests
also reads them. The other checks test edits of the file, connection limits, the address, and the exit status. Exits with 0 only if
all checks pass.
"""

import importlib.metadata
import json
import os
import pathlib
import re
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time

from openfeature.contrib.provider.ofrep import OFREPProvider
from openfeature.evaluation_context import EvaluationContext

PATIENCE = 30
# The server's limits, from its README.
CONNECTIONS = 256
SILENCE = 15
# LaunchDarkly's reasons with their OpenFeature reasons.
REASONS = [
    ({"kind": "OFF"}, "DISABLED"), ({"kind": "FALLTHROUGH"}, "DEFAULT"), ({"kind": "TARGET_MATCH"}, "TARGETING_MATCH"),
    ({"kind": "RULE_MATCH", "ruleIndex": 2, "ruleId": "r"}, "TARGETING_MATCH"),
    ({"kind": "FALLTHROUGH", "inExperiment": True}, "SPLIT"),
]
# For each type, its OpenFeature name, its name in the contract tests, and a function that returns values.
TYPES = [
    ("boolean", "bool", lambda number: number % 4 == 0), ("integer", "int", lambda number: number * 1_000_003 - 7),
    ("float", "double", lambda number: number + 0.25), ("float", "double", float),
    ("string", "string", lambda number: f'text "{number}" é\U0001f6a2\n'),
    ("object", "any", lambda number: {"number": number, "list": [True, 1.5, "x", {}]}),
]
DEFAULTS = {"boolean": False, "integer": -1, "float": -1.0, "string": "none", "object": {}}


def flag(number):
    """Returns a flag in the format of LaunchDarkly's mobile service."""
    value = TYPES[number % len(TYPES)][2](number)
    reason = REASONS[number % len(REASONS)][0]
    return {"value": value, "version": number + 1, "variation": number % 3, "reason": reason}


FLAGS = {f"flag-{number}": flag(number) for number in range(200)}


def check(holds, message):
    """Ends the program if a condition is false."""
    if not holds:
        sys.exit(f"failed: {message}")


def until(holds, message):
    """Waits until a condition is true."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        check(time.monotonic() < deadline, message)
        time.sleep(0.05)


class FlagServer:
    """A server with a file of flags, in a temporary folder."""

    def __init__(self, program, flags):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        self.file = self.path / "flags.json"
        self.write(json.dumps(flags))
        self.errors = self.path / "errors"
        with open(self.errors, "w", encoding="utf-8") as errors:
            self.process = subprocess.Popen(
                [program, str(self.file), "--port", "0"], stdout=subprocess.PIPE, stderr=errors, text=True)
        line = self.process.stdout.readline()
        found = re.fullmatch(r".*: (\d+) flags at (http://127\.0\.0\.1:(\d+))\n", line)
        check(found and int(found[1]) == len(flags), f"unexpected first line {line!r}")
        self.url, self.port = found[2], int(found[3])

    def write(self, text):
        """Replaces the file in one step, as editors do."""
        new = self.path / "new"
        new.write_text(text, encoding="utf-8")
        new.replace(self.file)

    def stop(self):
        """Ends the server, and returns its exit status."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(timeout=PATIENCE)
        finally:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()
            self.folder.cleanup()


def read(client, key, kind):
    """Returns the details of a flag from OpenFeature's client."""
    resolve = getattr(client, f"resolve_{kind}_details")
    return resolve(key, DEFAULTS[kind], EvaluationContext("ada", {"plan": "gold"}))


def check_ofrep(client):
    for number, (key, expected) in enumerate(FLAGS.items()):
        kind = TYPES[number % len(TYPES)][0]
        details = read(client, key, kind)
        reason = REASONS[number % len(REASONS)][1]
        seen = (details.value, type(details.value), details.variant, details.reason)
        wanted = (expected["value"], type(expected["value"]), str(expected["variation"]), reason)
        check(seen == wanted, f"{key}: got {seen}, expected {wanted}")
    version = importlib.metadata.version("openfeature-provider-ofrep")
    print(f"ofrep: {len(FLAGS)} flags agree in value, variant and reason with openfeature-provider-ofrep {version}")


def check_mobile(url, program):
    os.environ["CONTRACT_SERVICE"] = program
    sys.path.append(str(pathlib.Path(__file__).parents[3] / "Tests" / "Checks" / "ContractService"))
    from checks.service import Service

    service = Service("contexts")
    try:
        status, place, _ = service.ask("POST", "/", {"tag": "check", "configuration": {
            "credential": "mob", "startWaitTimeMs": PATIENCE * 1000, "streaming": {"baseUri": url},
            "clientSide": {"initialContext": {"kind": "user", "key": "ada"}, "evaluationReasons": True}}})
        check(status == 201, f"the contract service responded with {status}")
        for number, (key, expected) in enumerate(FLAGS.items()):
            kind, value_type, _ = TYPES[number % len(TYPES)]
            _, _, answer = service.ask("POST", place, {"command": "evaluate", "evaluate": {
                "flagKey": key, "valueType": value_type, "defaultValue": DEFAULTS[kind], "detail": True}})
            wanted = {"value": expected["value"], "variationIndex": expected["variation"], "reason": expected["reason"]}
            check(answer == wanted, f"{key}: got {answer}, expected {wanted}")
    finally:
        service.stop()
    print(f"launchdarkly: {len(FLAGS)} flags agree in value, variation and reason with the contract tests' client")


def check_edits(server, client):
    server.write(json.dumps(FLAGS | {"flag-1": flag(1) | {"value": 12}}))
    until(lambda: read(client, "flag-1", "integer").value == 12, "the server didn't apply an edit")
    server.write('{"flag-1": {"value": }}')
    said = f"{server.file}:1:22: error: /flag-1/value: "
    until(lambda: said in server.errors.read_text(encoding="utf-8"), "the server didn't report an invalid edit")
    check(read(client, "flag-1", "integer").value == 12, "an invalid edit changed a flag")
    server.write(json.dumps(FLAGS))
    until(lambda: read(client, "flag-1", "integer").value == FLAGS["flag-1"]["value"], "the server didn't apply the fixed file")
    print("edits: valid edits applied, an invalid edit reported and ignored")


def connect(port, path):
    """Returns a connection on which a request was sent."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    ask(connection, path)
    return connection


def ask(connection, path):
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())


def receive(connection, end):
    """Returns the received bytes up to the expected end."""
    data = b""
    while end not in data:
        part = connection.recv(65536)
        check(part, f"the connection ended before {end}, after {data}")
        data += part
    return data


def check_connections(port):
    """Checks that the server serves the limit of connections, or a few more, and the others after these end."""
    waiting = [connect(port, "/nothing") for _ in range(CONNECTIONS + 100)]
    answered = []
    while len(answered) < CONNECTIONS:
        ready, _, _ = select.select(waiting, [], [], PATIENCE)
        check(ready, f"{len(answered)} connections got a response, expected {CONNECTIONS}")
        for connection in ready:
            receive(connection, b"\r\n\r\n")
            waiting.remove(connection)
            answered.append(connection)
    # These requests take long enough for responses to the other connections, if the server served them.
    for connection in answered:
        ask(connection, "/nothing")
        receive(connection, b"\r\n\r\n")
    check(len(answered) <= CONNECTIONS + 4, f"{len(answered)} connections got a response")
    check(not select.select(waiting, [], [], 0)[0], "more connections got a response")
    for connection in answered:
        connection.close()
    for connection in waiting:
        receive(connection, b"\r\n\r\n")
        connection.close()
    print(f"connections: {CONNECTIONS} at a time")


def check_silence(port):
    """Checks that the server closes an idle connection, but not a connection with a stream."""
    stream = connect(port, "/events")
    receive(stream, b"event: state")
    quiet = connect(port, "/nothing")
    receive(quiet, b"\r\n\r\n")
    start = time.monotonic()
    check(quiet.recv(1) == b"", "an idle connection received bytes")
    seconds = time.monotonic() - start
    check(SILENCE - 1 < seconds < SILENCE + 5, f"an idle connection was closed after {seconds:.1f} s")
    stream.setblocking(False)
    try:
        check(stream.recv(65536), "a stream was closed like an idle connection")
    except BlockingIOError:
        pass
    stream.close()
    print(f"silence: idle connections closed after {SILENCE} s, streams kept")


def check_listening(port):
    """Checks that the server listens only on 127.0.0.1."""
    hosts = []
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in pathlib.Path(table).read_text(encoding="ascii").splitlines()[1:]:
            address, state = line.split()[1], line.split()[3]
            if state == "0A" and address.endswith(f":{port:04X}"):
                hosts.append(address.split(":")[0])
    check(hosts == ["0100007F"], f"the server listens on {hosts}")


def check_refusals(program, server):
    def ends(*arguments):
        run = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=PATIENCE)
        return run.returncode, run.stderr

    code, said = ends()
    check(code == 2 and said.startswith("Missing file. "), f"without a file: {code}, {said}")
    code, said = ends("/nowhere/flags.json")
    check(code == 1 and "/nowhere/flags.json" in said, f"with a missing file: {code}, {said}")
    code, said = ends("--config", "/nowhere/halyard.json")
    check(code == 1 and "/nowhere/halyard.json" in said, f"with a missing configuration: {code}, {said}")
    code, said = ends(str(server.file), "--port", str(server.port))
    check(code == 1 and said.startswith(f"Port {server.port} on 127.0.0.1 "), f"with a port in use: {code}, {said}")


def check_signal(program, folder):
    """Checks SIGTERM while the program waits for a provider that never responds."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(PATIENCE)
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        providers = {"slow": {"type": "ofrep", "url": url, "persistence": "networkOnly"}}
        file = folder / "slow.json"
        file.write_text(json.dumps({"version": 1, "providers": providers}), encoding="utf-8")
        process = subprocess.Popen([program, "--config", str(file), "--port", "0"])
        connection, _ = silent.accept()
        process.terminate()
        code = process.wait(timeout=PATIENCE)
        check(code == 0, f"the program exited with {code} after a signal during the start")


def main():
    program, *contract_service = sys.argv[1:]
    server = FlagServer(program, FLAGS)
    try:
        client = OFREPProvider(server.url)
        check_ofrep(client)
        if contract_service:
            check_mobile(server.url, contract_service[0])
        check_edits(server, client)
        check_connections(server.port)
        check_silence(server.port)
        check_listening(server.port)
        check_refusals(program, server)
        check_signal(program, server.file.parent)
    finally:
        code = server.stop()
    check(code == 0, f"the server exited with {code}")
    print("program: listens only on 127.0.0.1, reports start errors, exits with 0")


main()
