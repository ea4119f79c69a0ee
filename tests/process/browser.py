"""Chromium without a window, driven through its debugging pipe; for the tests of pages."""

import base64
import json
import os
import select
import shutil
import subprocess
import time

from engine import FACTOR

CHROMIUM = shutil.which("chromium")

PATIENCE_S = 60 * FACTOR  # a busy machine starts a browser slowly


class Browser:
    """One page. What it complains of and what it asks the network for is kept."""

    def __init__(self, folder):
        self.errors, self.requests = [], []
        self.number, self.rest = 0, b""
        their_in, self.out = os.pipe()
        self.into, their_out = os.pipe()
        # The pipe is expected at 3 and 4.
        command = f'exec 3<&{their_in} 4>&{their_out}; exec "$0" "$@"'
        self.process = subprocess.Popen(
            ["bash", "-c", command, CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu",
             "--hide-scrollbars", "--disable-dev-shm-usage", "--no-first-run",
             f"--user-data-dir={folder}", "--remote-debugging-pipe", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            pass_fds=[their_in, their_out], start_new_session=True)
        os.close(their_in)
        os.close(their_out)
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target,
                                 flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call("Network.emulateNetworkConditions", offline=True, latency=0,
                  downloadThroughput=-1, uploadThroughput=-1)

    def read(self, deadline):
        """The next message."""
        while b"\0" not in self.rest:
            assert select.select([self.into], [], [], max(0, deadline - time.monotonic()))[0], \
                "the browser is silent"
            piece = os.read(self.into, 1 << 20)
            assert piece, "the browser has ended"
            self.rest += piece
        message, self.rest = self.rest.split(b"\0", 1)
        message = json.loads(message)
        self.note(message.get("method"), message.get("params"))
        return message

    def note(self, method, params):
        if method == "Runtime.exceptionThrown":
            self.errors.append(params["exceptionDetails"])
        elif method == "Runtime.consoleAPICalled":
            self.errors.append(params["args"])
        elif method == "Log.entryAdded":
            self.errors.append(params["entry"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])

    def call(self, method, **params):
        self.number += 1
        request = {"id": self.number, "method": method, "params": params}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.out, json.dumps(request).encode() + b"\0")
        deadline = time.monotonic() + PATIENCE_S
        while True:
            answer = self.read(deadline)
            if answer.get("id") == self.number:
                assert "error" not in answer, answer
                return answer["result"]

    def open(self, url):
        self.call("Page.navigate", url=url)
        self.wait("document.readyState === 'complete'")

    def js(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True,
                           awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def wait(self, expression):
        deadline = time.monotonic() + PATIENCE_S
        while not self.js(expression):
            assert time.monotonic() < deadline, f"never: {expression}"

    def key(self, name):
        for kind in ("rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=name, code=name,
                      windowsVirtualKeyCode={"ArrowLeft": 37, "ArrowRight": 39, "Home": 36,
                                             "End": 35, "PageUp": 33, "PageDown": 34}[name])

    def tap(self, x, y):
        for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
            self.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def size(self, width, height, phone=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=2 if phone else 1, mobile=phone)
        self.call("Emulation.setTouchEmulationEnabled", enabled=phone)

    def scheme(self, name):
        """light or dark"""
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": name}])

    def screenshot(self, path):
        picture = self.call("Page.captureScreenshot")["data"]
        path.write_bytes(base64.b64decode(picture))

    def close(self):
        os.close(self.out)  # Chromium ends with its pipe
        try:
            self.process.wait(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, 9)
            self.process.wait()
        os.close(self.into)
