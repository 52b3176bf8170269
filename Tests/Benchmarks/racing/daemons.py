"""What the daemons themselves take when nothing happens, in a whole running system."""

import json
import os
import subprocess
import sys

from . import places

# This runs inside the demo, and looks at the daemons that were started from the folder in the first argument.
LOOK = """
import json, os, sys, time
time.sleep(2)
found = {}
for pid in filter(str.isdigit, os.listdir("/proc")):
    try:
        folder, name = os.path.split(os.readlink("/proc/%s/exe" % pid))
        lines = [line.split(":") for line in open("/proc/%s/status" % pid)]
    except OSError:
        continue
    if folder == sys.argv[1] and name in ("seam-radiod", "seam-sessiond"):
        sizes = {key: int(value.split()[0]) / 1024 for key, value in lines if key in ("VmRSS", "RssAnon")}
        found[name] = {"idle_mb": sizes["VmRSS"], "anonymous_mb": sizes["RssAnon"]}
print("daemons:" + json.dumps(found))
"""


def memory(folder):
    """Resident and anonymous megabytes by daemon; empty if the demo does not come up with what is in `folder`."""
    folder = os.path.realpath(folder)
    demo = os.path.join(places.PACKAGE, "deploy", "demo")
    command = [demo, "--bin", folder, "--", sys.executable, "-c", LOOK, folder]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    for line in done.stdout.splitlines():
        if line.startswith("daemons:"):
            return json.loads(line[len("daemons:"):])
    print("the demo does not come up: %s" % done.stderr.strip()[-300:], file=sys.stderr)
    return {}


def table(found):
    if not found:
        return ""
    lines = ["", "### The daemons in a running system, idle", ""]
    lines += ["| daemon | resident MB | of it anonymous MB |", "|---|---|---|"]
    for name in sorted(found):
        lines.append("| %s | %.1f | %.1f |" % (name, found[name]["idle_mb"], found[name]["anonymous_mb"]))
    return "\n".join(lines)
