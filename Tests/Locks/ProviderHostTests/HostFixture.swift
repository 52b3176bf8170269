import Foundation
import LinuxSupport
import Logging
import NukiProtocol
import ProviderHost
import TestSupport
import Testing
import Wire

/// A provider host that uses the real launcher and the real Nuki provider, and also programs that a test adds.
struct HostFixture {
    let scratch: TestDirectory
    var limits = ProviderLimits()

    init() throws {
        // Ignores fatal signals, as every daemon does, because a child may end while the daemon writes to it.
        try ProcessHygiene.ignoreFatalSignals()
        scratch = try TestDirectory(mode: 0o755)
        try FileManager.default.createSymbolicLink(
            atPath: scratch.file("seam-provider-nuki"),
            withDestinationPath: Products.executable("seam-provider-nuki")
        )
        try scratch.write(String(decoding: Data(contentsOf: Self.nukiManifest), as: UTF8.self), to: "nuki.json")
    }

    /// Creates a host. `launcher` is a shell command that receives the launcher's own command at its end. The shell
    /// command can take away something that the launcher needs.
    func host(launcher command: String? = nil) throws -> ProviderHost {
        let directory = try ProviderDirectory(manifests: scratch.path, acceptsOwnUser: true)
        var launcher = try Products.executable("seam-provider-run")
        if let command {
            launcher = try scratch.write(
                "#!/bin/sh\n\(command) '\(launcher)' \"$@\"\n", to: "launcher", mode: 0o755)
        }
        var settings = ProviderHost.Settings(launcher: launcher, directory: directory)
        settings.limits = limits
        return try ProviderHost(settings: settings, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Installs a provider whose program is a Python script. The script can use the module `wire` to speak the
    /// protocol.
    func install(_ name: String, _ script: String) throws {
        var manifest = try ProviderManifest(json: JSON(parsing: Data(contentsOf: Self.nukiManifest)))
        manifest.name = name
        manifest.executable = "program-\(name)"
        try scratch.write(String(decoding: manifest.json.bytes, as: UTF8.self), to: "\(name).json")
        try scratch.write(Self.wire + script, to: manifest.executable, mode: 0o755)
    }

    static let nukiManifest = URL(filePath: "\(Products.package)deploy/providers/nuki.json")

    /// A lock that knows one user, together with the credential of this user.
    static func knownLock() throws -> (lock: NukiLock, credential: [UInt8]) {
        let key = try NukiSharedKey([UInt8](1...32))
        let settings = NukiLockSettings(nukiID: 0x1234_5678, uuid: [UInt8](repeating: 7, count: 16), name: "Front Door")
        let user = NukiLockUser(authID: 2, appID: 99, name: "Seam", key: key)
        let credential = try NukiCredential(
            kind: .classic,
            authID: 2,
            appID: 99,
            nukiID: settings.nukiID,
            lockUUID: settings.uuid,
            key: key
        )
        return (NukiLock(settings, users: [user]), credential.encoded)
    }

    /// A Python client that speaks the wire protocol in text mode. An outside developer might write such a client.
    private static let wire = """
        #!/usr/bin/python3 -I
        import json, sys, time, os
        number = 0
        USER = {"service": "a92ee200-5501-11e4-916c-0800200c9a66",
                "characteristic": "a92ee202-5501-11e4-916c-0800200c9a66"}
        def say(message):
            sys.stdout.write(json.dumps(message) + "\\n"); sys.stdout.flush()
        def hear():
            line = sys.stdin.readline()
            if not line: sys.exit(1)
            return json.loads(line)
        def send(method, params={}):
            global number
            number += 1
            say({"type": "call", "id": number, "method": method, "params": params})
            return number
        def call(method, params={}):
            mine = send(method, params)
            while True:
                message = hear()
                if message["type"] == "reply" and message["id"] == mine: return message
        def start():
            say({"type": "hello", "proto": [1], "client": {"name": "script", "version": "1"}})
            send("operation.run")
            while True:
                message = hear()
                if message["type"] == "item" and message["kind"] == "start": return message["data"]

        """
}
