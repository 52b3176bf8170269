import Testing

/// Privilege follows the module graph: who may import what, and nothing else.
@Suite struct ImportTests {
    /// The arrows inside the package; what a module may import of others is everything that these may, and `external`.
    static let arrows: [String: Set<String>] = [
        "Wire": [],
        "SeamModel": ["Wire"],
        "LinuxSupport": ["CLinuxSupport"],
        "RPC": ["Wire", "LinuxSupport"],
        "SessionAPI": ["SeamModel", "RPC", "Wire"],
        "RadioAPI": ["SeamModel", "RPC", "Wire"],
        "ProviderAPI": ["SeamModel", "RPC", "Wire"],
        "Telemetry": ["RPC", "Wire", "LinuxSupport"],
        "SessionCore": ["SeamModel", "Wire"],
        "RadioCore": ["SeamModel", "Wire"],
        "SealedStore": ["SeamModel", "Wire", "CSQLite"],
        "SeamCloud": ["SeamModel", "Wire"],
        "ProviderHost": ["ProviderAPI", "RPC", "Wire", "SeamModel", "LinuxSupport"],
        "ProviderRuntime": [
            "ProviderAPI", "LockProtocol", "RPC", "Wire", "SeamModel", "LinuxSupport", "CSeccomp", "CLinuxSupport",
        ],
        "SessionService": [
            "SessionCore", "SealedStore", "SeamCloud", "ProviderHost", "SessionAPI", "RadioAPI", "ProviderAPI", "RPC",
            "Wire", "SeamModel", "LinuxSupport", "Telemetry",
        ],
        "BlueZRadio": ["RadioCore", "LinuxSupport", "Wire", "SeamModel", "CSystemd"],
        "VirtualRadio": ["RadioCore", "LinuxSupport", "Wire", "SeamModel"],
        "RadioService": [
            "RadioCore", "RadioAPI", "BlueZRadio", "VirtualRadio", "RPC", "Wire", "SeamModel", "LinuxSupport",
            "Telemetry",
        ],
        "LockProtocol": [],
        "NukiProtocol": ["LockProtocol", "CSodium"],
        "SesameProtocol": ["LockProtocol"],
        "DevCloud": ["SeamModel", "Wire"],
        "VirtualLock": [
            "LockProtocol", "NukiProtocol", "SesameProtocol", "VirtualRadio", "Wire", "SeamModel", "LinuxSupport",
        ],
        "CommandLineTool": ["SessionAPI", "RPC", "Wire", "SeamModel", "LinuxSupport"],
        "seam": ["CommandLineTool"],
        "seam-sessiond": ["SessionService", "LinuxSupport"],
        "seam-radiod": ["RadioService", "LinuxSupport"],
        "seam-bus-check": ["BlueZRadio"],
        "seam-provider-nuki": ["ProviderRuntime", "NukiProtocol", "LockProtocol", "ProviderAPI", "SeamModel"],
        "seam-provider-sesame": [
            "ProviderRuntime", "SesameProtocol", "LockProtocol", "ProviderAPI", "SeamModel", "LinuxSupport",
        ],
        "seam-provider-run": ["ProviderRuntime"],
        "seam-virtual-lock": ["VirtualLock"],
        "seam-devcloud": ["DevCloud"],
    ]

    /// Modules from outside the package, by who may import them.
    static let external: [String: Set<String>] = [
        "LinuxSupport": ["Glibc", "Synchronization"],
        "RPC": ["NIOCore", "NIOPosix", "NIOEmbedded", "Logging", "Glibc", "Synchronization"],
        "Telemetry": ["CoreMetrics", "Logging", "Glibc", "Synchronization"],
        "SealedStore": ["GRDB", "Crypto", "Foundation", "Glibc"],
        "SeamCloud": ["AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOSSL", "NIOPosix", "Glibc"],
        "ProviderHost": ["Subprocess", "SystemPackage", "Logging", "Glibc"],
        "ProviderRuntime": ["Glibc"],
        "SessionService": [
            "CoreMetrics", "Logging", "ServiceLifecycle", "NIOCore", "NIOPosix", "Glibc", "UnixSignals",
        ],
        "BlueZRadio": ["Glibc"],
        "VirtualRadio": ["NIOCore", "NIOPosix"],
        "RadioService": ["CoreMetrics", "Logging", "ServiceLifecycle", "NIOCore", "NIOPosix", "Glibc", "UnixSignals"],
        "NukiProtocol": ["Crypto"],
        "SesameProtocol": ["Crypto", "CryptoExtras"],
        "DevCloud": [
            "HummingbirdCore", "HummingbirdTLS", "NIOCore", "NIOPosix", "NIOSSL", "HTTPTypes", "Logging", "Glibc",
            "ServiceLifecycle", "UnixSignals", "SystemPackage", "FoundationEssentials",
        ],
        "VirtualLock": ["NIOCore", "NIOPosix", "Glibc"],
        "CommandLineTool": ["ArgumentParser", "Glibc"],
        "seam": ["Glibc"],
        "seam-sessiond": ["Glibc"],
        "seam-radiod": ["Glibc"],
        "seam-bus-check": ["Glibc"],
    ]

    @Test func everyImportIsAnArrow() throws {
        var violations: [String] = []
        for file in try SourceTree.files(in: "Sources") {
            guard let inside = Self.arrows[file.module] else {
                violations.append("\(file.path): module \(file.module) has no row in the table")
                continue
            }
            let allowed = inside.union(Self.external[file.module] ?? [])
            for line in file.lines {
                guard let name = Self.importedModule(line), !allowed.contains(name) else { continue }
                violations.append("\(file.path): imports \(name)")
            }
        }
        #expect(violations == [])
    }

    @Test func theTableNamesOnlyModulesThatExist() throws {
        let modules = Set(try SourceTree.files(in: "Sources").map(\.module))
        #expect(Set(Self.arrows.keys) == modules)
    }

    @Test(arguments: [
        ("import Wire", "Wire"), ("package import NIOCore", "NIOCore"),
        ("private import struct Foundation.Data", "Foundation"),
    ])
    func readsImports(line: String, module: String) {
        #expect(Self.importedModule(line) == module)
    }

    /// The module that a line imports; nil for any other line.
    static func importedModule(_ line: String) -> String? {
        let words = line.split(separator: " ")
        let kinds: Set<Substring> = ["struct", "enum", "class", "protocol", "func", "let", "var", "typealias"]
        guard let index = words.firstIndex(of: "import"), index < 3, !line.hasPrefix(" "), !line.hasPrefix("/") else {
            return nil
        }
        guard let named = words.dropFirst(index + 1).first(where: { !kinds.contains($0) }) else { return nil }
        return String(named.split(separator: ".")[0])
    }
}
