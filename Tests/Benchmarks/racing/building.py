"""Installs what the peers need and builds them and our side."""

import filecmp
import os
import shutil
import subprocess
import sys

from . import places

# Debian's packages, by the peers that fail without them.
PACKAGES = {
    "C": ["gcc", "libc6-dev"],
    "sd-bus": ["libsystemd-dev"],
    "dbus-daemon": ["dbus-daemon"],
    "busctl": ["systemd"],
    "ttrpc Go": ["golang-go", "golang-github-containerd-ttrpc-dev"],
    "gRPC C++": [
        "g++", "pkg-config", "libgrpc++-dev", "libprotobuf-dev", "protobuf-compiler", "protobuf-compiler-grpc"],
    "simdjson": ["g++", "libsimdjson-dev"],
}

# The same for the race of screens.
SCREEN_PACKAGES = {
    "tui-rs": ["cargo", "rustc", "librust-tui-dev", "librust-crossterm-dev"],
    "pyratatui, Textual": ["python3-venv"],
    "Bubble Tea": [
        "golang-go", "golang-github-charmbracelet-bubbletea-dev", "golang-github-charmbracelet-lipgloss-dev"],
    "instructions": ["valgrind", "libc6-dbg"],
}

# The whole product is linked in the way of deploy/package, with the Swift runtime linked statically and with packed
# relocations. The command line tool is also linked statically with the C library, which makes it start faster.
SWIFT = [
    "swift", "build", "-c", "release", "--static-swift-stdlib", "--package-path", places.PACKAGE,
    "-Xswiftc", "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"]


class Builder:
    """Builds; `missing` then says which peers there are not, and why."""

    def __init__(self, say):
        self.say = say
        self.missing = {}

    def packages(self, screens=False):
        wanted = [name for names in (SCREEN_PACKAGES if screens else PACKAGES).values() for name in names]
        absent = [name for name in dict.fromkeys(wanted) if not self._installed(name)]
        if not absent:
            return
        if os.geteuid() != 0:
            self.say("not installed, and this is not root: " + " ".join(absent))
            return
        self.say("installing " + " ".join(absent))
        environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
        subprocess.run(["apt-get", "-qq", "update"], env=environment)
        # The packages are installed one by one, so that a missing package costs only one peer.
        for name in absent:
            subprocess.run(
                ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=600", "install", "--yes", "--no-install-recommends",
                 name], env=environment, stdout=subprocess.DEVNULL)

    @staticmethod
    def _installed(name):
        query = ["dpkg-query", "-W", "-f=${db:Status-Status}", name]
        return subprocess.run(query, capture_output=True, text=True).stdout == "installed"

    def peers(self, with_grpc_swift):
        os.makedirs(places.BIN, exist_ok=True)
        gcc = ["gcc", "-O2", "-Wall", "-Wextra"]
        self._make("C", ["c/raw.c", "c/bench.h"], "raw", [gcc + [places.peer("c/raw.c"), "-pthread", "-o", "@"]])
        self._make("C", ["c/spawn.c", "c/bench.h"], "spawn", [gcc + [places.peer("c/spawn.c"), "-o", "@"]])
        self._make("sd-bus", ["dbus/sdbus.c", "c/bench.h"], "sdbus",
                   [gcc + [places.peer("dbus/sdbus.c"), "-lsystemd", "-o", "@"]])
        self._make("simdjson", ["cpp/simdjson.cc"], "simdjson",
                   [["g++", "-std=c++17", "-O3", places.peer("cpp/simdjson.cc"), "-lsimdjson", "-o", "@"]])
        self._go()
        self._grpc()
        if with_grpc_swift:
            self._run("gRPC Swift 2", [
                "swift", "build", "-c", "release", "--static-swift-stdlib", "--package-path", places.peer("grpc-swift"),
                "--scratch-path", os.path.join(places.BUILD, "grpc-swift")])

    def _go(self):
        self._make("ttrpc Go", ["go/main.go"], "ttrpc", [self._go_build("go/main.go")])

    @staticmethod
    def _go_build(source):
        # These are the modules as packaged by Debian. Their dependencies are also installed, so nothing is downloaded.
        settings = {"GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOCACHE": os.path.join(places.BUILD, "go")}
        command = ["env"] + ["%s=%s" % pair for pair in settings.items()]
        return command + ["go", "build", "-o", "@", places.peer(source)]

    def _grpc(self):
        generated = os.path.join(places.BUILD, "protobuf")
        os.makedirs(generated, exist_ok=True)
        plugin = subprocess.run(["which", "grpc_cpp_plugin"], capture_output=True, text=True).stdout.strip()
        libraries = subprocess.run(["pkg-config", "--libs", "grpc++", "protobuf"], capture_output=True, text=True)
        self._make("gRPC C++", ["cpp/grpc.cc", "cpp/bench.proto", "c/bench.h"], "grpc", [
            ["protoc", "-I", places.peer("cpp"), "--cpp_out=" + generated, "--grpc_out=" + generated,
             "--plugin=protoc-gen-grpc=" + plugin, places.peer("cpp/bench.proto")],
            ["g++", "-std=c++17", "-O2", "-I", generated, places.peer("cpp/grpc.cc"),
             os.path.join(generated, "bench.pb.cc"), os.path.join(generated, "bench.grpc.pb.cc"), "-o", "@"]
            + libraries.stdout.split()])

    def ours(self):
        for product in ("seam-bench", "seam-bench-json", "seam"):
            command = SWIFT + ["--scratch-path", os.path.join(places.BUILD, "swift"), "--product", product]
            self._run(product, command)
        libraries = self._stand_in("qrencode", ["QRcode_encodeData", "QRcode_encodeString", "QRcode_free"])
        self._run("seam static", SWIFT + [
            "--scratch-path", os.path.join(places.BUILD, "static"), "-Xswiftc", "-static-executable",
            "-Xlinker", "-L" + libraries, "--product", "seam"])
        self._install(places.swift("static", "seam"), places.built("seam"))

    def _stand_in(self, library, functions):
        """A static library that Debian does not have: its functions give nothing. No row of the race calls them, and a
        seam that is linked so draws no QR code. Returns its directory."""
        folder = os.path.join(places.BUILD, "stand-ins")
        os.makedirs(folder, exist_ok=True)
        source = os.path.join(folder, library + ".c")
        with open(source, "w") as file:
            file.writelines(f"void *{name}(void) {{ return 0; }}\n" for name in functions)
        self._run("seam static", ["cc", "-c", source, "-o", source + ".o"])
        self._run("seam static", ["ar", "rcs", os.path.join(folder, f"lib{library}.a"), source + ".o"])
        return folder

    def screens(self):
        """The programs of the race of screens."""
        os.makedirs(places.BIN, exist_ok=True)
        product = "seam-bench-screen"
        if self._run("seam", SWIFT + ["--scratch-path", os.path.join(places.BUILD, "swift"), "--product", product]):
            self._install(places.swift("swift", product), places.built(product), "seam")
        self._cargo("tui-rs")
        self._make("Bubble Tea", ["bubbletea/main.go"], "bubbletea", [self._go_build("bubbletea/main.go")])
        self._python("pyratatui", "pyratatui")
        self._python("Textual", "textual")

    def _cargo(self, peer):
        """Crates as Debian packages them, and Debian's compiler. Cargo writes beside the sources, so it has a copy."""
        folder = os.path.join(places.BUILD, peer)
        shutil.copytree(places.peer(peer), folder, dirs_exist_ok=True)
        program = os.path.join(folder, "target", "release", "bench-screen")
        self._make(peer, [peer + "/Cargo.toml", peer + "/src/main.rs"], peer, [
            ["env", "RUSTC=/usr/bin/rustc", "CARGO_HOME=" + os.path.join(folder, "home"), "/usr/bin/cargo", "build",
             "--quiet", "--release", "--offline", "--manifest-path", os.path.join(folder, "Cargo.toml"),
             "--config", 'source.crates-io.replace-with="debian"',
             "--config", 'source.debian.directory="/usr/share/cargo/registry"'],
            ["cp", program, "@"]])

    def _python(self, peer, folder):
        """pip finds packages where this machine's configuration says, and takes only those whose hashes are listed."""
        listed = places.peer(folder, "packages.txt")
        interpreter = places.python(folder)
        home = os.path.dirname(os.path.dirname(interpreter))
        # The list is copied last, so an environment that has the list is complete.
        copy = os.path.join(home, "packages.txt")
        if os.path.exists(copy) and filecmp.cmp(listed, copy, shallow=False):
            return
        shutil.rmtree(home, ignore_errors=True)
        if self._run(peer, [sys.executable, "-m", "venv", home]) and self._run(peer, [
                interpreter, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes",
                "--only-binary", ":all:", "--requirement", listed]):
            shutil.copy(listed, copy)

    def _install(self, program, target, peer="seam static"):
        """Without symbols, as packages have it."""
        self._run(peer, ["strip", "-o", target, program])

    def _make(self, peer, sources, program, commands):
        """Runs the commands if a source is newer than the program; `@` stands for the program."""
        target = places.built(program)
        newest = max(os.path.getmtime(places.peer(source)) for source in sources)
        if os.path.exists(target) and os.path.getmtime(target) > newest:
            return
        for command in commands:
            if not self._run(peer, [target if word == "@" else word for word in command]):
                return

    def _run(self, peer, command):
        self.say("building " + peer)
        try:
            result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        except FileNotFoundError:
            self.missing[peer] = "there is no " + command[0]
            return False
        if result.returncode != 0:
            lines = [line for line in result.stdout.splitlines() if line.strip()]
            errors = [line for line in lines if "error" in line] or lines
            self.missing[peer] = "not built: " + (errors[0] if errors else "status %d" % result.returncode)[:300]
            self.say("\n".join(lines[-15:]))
            return False
        return True
