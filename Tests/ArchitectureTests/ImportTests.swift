import Testing

/// The privileges of a program follow from the module graph in `Package.swift`. A target must declare every module that
/// it imports, and import every module that it declares. Some programs must not even link certain modules.
@Suite struct ImportTests {
    /// The operating system's modules, each with the targets that may import it. A manifest does not list these
    /// modules. Tests may import all modules of the operating system.
    private static let system: [String: Set<String>] = [
        "BlueZRadio": ["Glibc"],
        "BusCheck": ["Glibc"],
        "CommandLineTool": ["Glibc"],
        "ContractPlugin": ["Foundation", "PackagePlugin"],
        "ContractTypes": ["Foundation"],
        "DaemonKit": ["Glibc"],
        "DevCloud": ["Glibc", "FoundationEssentials"],
        "Kiosk": ["Foundation", "Glibc"],
        "LifeSignal": ["Foundation"],
        "LinuxSupport": ["Glibc", "Synchronization"],
        "LumiCatalog": ["Foundation"],
        "LumiKitCore": ["Foundation"],
        "LumiKitUI": ["Foundation", "Observation"],
        "PictureModel": ["Foundation"],
        "PictureWorker": ["Glibc"],
        "Pictures": ["Foundation"],
        "ProviderRuntime": ["Glibc"],
        "RPC": ["Glibc", "Synchronization"],
        "SealedDatabase": ["Glibc", "Foundation"],
        "SeamCloud": ["Glibc"],
        "SeamCombine": ["Dispatch", "Foundation"],
        "SeamComponents": ["Foundation"],
        "SeamSDK": ["Dispatch", "FoundationEssentials", "Glibc"],
        "SeamMacros": ["Foundation"],
        "SeamSwiftUI": ["Foundation", "Observation"],
        "SessionService": ["Glibc"],
        "SignalScreens": ["Dispatch", "Foundation"],
        "SignalSender": ["Glibc"],
        "SignalService": ["Dispatch", "Foundation", "Glibc"],
        "SignalStore": ["Foundation", "Glibc"],
        "SignalWeb": ["Glibc"],
        "SessionStore": ["Foundation"],
        "SignalDependencies": ["Glibc"],
        "SystemCalls": ["Glibc"],
        "Telemetry": ["Glibc", "Synchronization"],
        "TermCore": ["Glibc", "Synchronization"],
        "TermControls": ["Foundation"],
        "TermUI": ["Dispatch", "Foundation", "Observation", "Swift"],
        "TerminalClient": ["Foundation", "Glibc"],
        "VirtualLock": ["Glibc"],
        "lifesignal-sender": ["Glibc"],
        "lifesignal-web": ["Glibc"],
        "lifesignald": ["Glibc"],
        "lumi-catalog": ["Glibc"],
        "seam": ["Glibc"],
        "seam-bus-check": ["Glibc"],
        "seam-radiod": ["Glibc"],
        "seam-sessiond": ["Glibc"],
        "seam-tui": ["Glibc"],
    ]

    private static let modules: Set = [
        "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Observation", "PackageDescription", "PackagePlugin",
        "Swift", "Synchronization", "Testing",
    ]

    private let manifest: Manifest
    /// The imports of each target's files.
    private let imports: [String: Set<String>]

    init() throws { (manifest, imports) = try Self.tree.get() }

    /// The source tree is read once for all tests.
    private static let tree = Result { try read() }

    private static func read() throws -> (Manifest, imports: [String: Set<String>]) {
        let manifest = try Manifest.package.get()
        var imports: [String: Set<String>] = [:]
        for file in try SourceTree.files(in: "Sources") + SourceTree.files(in: "Tests") {
            // Skips files that belong to no target. Also skips files of a C target, because such a target has no
            // imports.
            guard let target = manifest.target(of: file) else { continue }
            imports[target.name, default: []].formUnion(file.lines.compactMap(Self.importedModule))
        }
        return (manifest, imports)
    }

    @Test("import: every import is declared") func everyImportIsDeclared() {
        var violations: [String] = []
        for target in manifest.targets.values {
            let ofSystem = target.path.hasPrefix("Tests/") ? Self.modules : Self.system[target.name] ?? []
            let undeclared = (imports[target.name] ?? []).subtracting(target.dependencies).subtracting(ofSystem)
            violations += undeclared.map { "\(target.name) imports \($0)" }
        }
        #expect(violations.sorted() == [])
    }

    /// Tests also depend on the programs that they spawn.
    @Test("import: every declaration is imported") func everyDeclarationIsImported() {
        var violations: [String] = []
        for target in manifest.targets.values {
            for name in target.dependencies.subtracting(imports[target.name] ?? []) {
                if target.kind == .test, manifest.targets[name]?.kind == .executable { continue }
                // The compiler runs macros and plugins, so no target imports them.
                if target.kind == .plugin { continue }
                if manifest.targets[name]?.kind == .macro { continue }
                violations.append("\(target.name) declares \(name)")
            }
        }
        for (name, allowed) in Self.system {
            violations += allowed.subtracting(imports[name] ?? []).map { "the table lets \(name) import \($0)" }
        }
        #expect(violations.sorted() == [])
    }

    @Test("import: every source belongs to a target") func everySourceBelongsToATarget() throws {
        let sources = try SourceTree.files(in: "Sources")
        #expect(sources.count > 300)
        #expect(sources.filter { manifest.target(of: $0) == nil }.map(\.path) == [])
    }

    /// All packages in a build share one folder of modules. If a target had the name of an Apple module, a dependency's
    /// `canImport` would mistake the target for Apple's module. With a target called `Combine`, every second build
    /// failed.
    @Test("import: no target has the name of one of apples") func noTargetHasTheNameOfOneOfApples() {
        let apples: Set = [
            "AuthenticationServices", "Combine", "CommonCrypto", "CoreBluetooth", "CoreFoundation", "CryptoKit",
            "Darwin", "Network", "ObjectiveC", "OSLog", "Security", "SwiftUI", "SystemConfiguration", "UIKit", "os",
        ]
        #expect(manifest.targets.count > 50)
        #expect(apples.intersection(manifest.targets.keys) == [])
    }

    /// The modules that a program must not link, either directly or indirectly.
    @Test(
        "import: a program does not link",
        arguments: [
            // The broker has access to the hardware, but has no secrets and no network.
            (
                "seam-radiod",
                [
                    "AsyncHTTPClient", "BusCheck", "CloudModel", "Crypto", "CryptoExtras", "CSodium", "GRDB",
                    "HummingbirdCore", "NIOHTTP1", "NIOSSL", "NukiProtocol", "ProviderHost", "SealedDatabase",
                    "SeamCloud",
                    "SeamModel", "SesameProtocol", "SessionService", "Subprocess", "SwitchBotProtocol",
                ]
            ),
            // The session daemon has the secrets, but no access to the hardware.
            (
                "seam-sessiond",
                [
                    "BlueZRadio", "BusCheck", "CSystemd", "NukiProtocol", "RadioService", "SesameProtocol",
                    "SwitchBotProtocol", "VirtualRadio",
                ]
            ),
            // The daemon that stores people's check-ins has no network. The sender has a network, but stores nothing.
            ("lifesignald", ["AsyncHTTPClient", "NIOHTTP1", "NIOSSL", "SeamCloud", "SignalSender", "Subprocess"]),
            (
                "lifesignal-sender",
                ["CSQLite", "DaemonStore", "GRDB", "SealedDatabase", "SeamCloud", "SignalService", "SignalStore"]
            ),
            // The pages know nothing but what a visitor's token shows them, and connect to nobody but the daemon.
            (
                "lifesignal-web",
                [
                    "AsyncHTTPClient", "CSQLite", "DaemonStore", "GRDB", "SealedDatabase", "SeamCloud", "SignalSender",
                    "SignalService", "SignalStore", "Subprocess",
                ]
            ),
            // A client knows only the session daemon.
            (
                "seam",
                [
                    "BlueZRadio", "CloudModel", "CSystemd", "ProviderAPI", "RadioAPI", "SealedDatabase", "SeamCloud",
                    "SessionCore",
                ]
            ),
            (
                "seam-tui",
                [
                    "BlueZRadio", "CloudModel", "CSystemd", "GRDB", "ProviderAPI", "RadioAPI", "SealedDatabase",
                    "SeamCloud",
                    "SessionCore",
                ]
            ),
            // A provider has the key of one lock, and no means of passing the key on.
            (
                "seam-provider-nuki",
                [
                    "CloudModel", "CSystemd", "RadioAPI", "SealedDatabase", "SeamCloud", "SesameProtocol", "SessionAPI",
                    "SwitchBotProtocol",
                ]
            ),
            (
                "seam-provider-sesame",
                [
                    "CloudModel", "CSystemd", "NukiProtocol", "RadioAPI", "SealedDatabase", "SeamCloud", "SessionAPI",
                    "SwitchBotProtocol",
                ]
            ),
            (
                "seam-provider-switchbot",
                [
                    "CloudModel", "CSystemd", "NukiProtocol", "RadioAPI", "SealedDatabase", "SeamCloud",
                    "SesameProtocol", "SessionAPI",
                ]
            ),
            // A picture's child reads the files of strangers.
            ("seam-picture", ["Crypto", "GRDB", "NIOPosix", "RPC", "SealedDatabase", "SignalAPI", "Wire"]),
            (
                "seam-provider-run",
                ["CloudModel", "Crypto", "CSystemd", "RadioAPI", "SealedDatabase", "SeamCloud", "SessionAPI"]
            ),
        ])
    func aProgramDoesNotLink(_ program: String, _ forbidden: [String]) {
        let linked = manifest.closure(of: program)
        #expect(linked.count >= 3)
        #expect(forbidden.filter { linked.contains($0) } == [])
        // A misspelt module name in the list forbids nothing.
        let known = manifest.targets.values.reduce(into: Set<String>()) { $0.formUnion($1.dependencies) }
        #expect(forbidden.filter { !known.contains($0) && manifest.targets[$0] == nil } == [])
    }

    /// The targets for the wire format, the decisions and the lock protocols use no files, sockets, loggers, clocks or
    /// tasks.
    @Test(
        "import: what is pure stays pure",
        arguments: [
            ("Wire", []), ("DaemonCore", ["Wire"]), ("RadioModel", ["Wire"]), ("SeamModel", ["RadioModel", "Wire"]),
            ("CloudModel", ["RadioModel", "SeamModel", "Wire"]),
            ("SessionCore", ["CloudModel", "DaemonCore", "RadioModel", "SeamModel", "Wire"]),
            ("RadioCore", ["RadioModel", "Wire"]),
            ("LockProtocol", []), ("NukiProtocol", ["CSodium", "Crypto", "LockProtocol"]),
            ("SesameProtocol", ["Crypto", "CryptoExtras", "LockProtocol"]),
            ("SwitchBotProtocol", ["Crypto", "CryptoExtras", "LockProtocol"]),
        ])
    func whatIsPureStaysPure(_ module: String, _ allowed: [String]) {
        #expect(manifest.closure(of: module).subtracting(allowed) == [])
        #expect(Self.system[module] == nil)
    }

    @Test(
        "import: reads imports",
        arguments: [
            ("import Wire", "Wire"), ("package import NIOCore", "NIOCore"),
            ("private import struct Foundation.Data", "Foundation"),
        ])
    func readsImports(line: String, module: String) {
        #expect(Self.importedModule(line) == module)
    }

    /// The module that a line imports, or nil for any other line.
    static func importedModule(_ line: String) -> String? {
        // Checks the first letter first, because that is much faster than searching for a word.
        guard let first = line.utf8.first, first != UInt8(ascii: " "), line.contains("import ") else { return nil }
        let words = line.split(separator: " ")
        let kinds: Set<Substring> = ["struct", "enum", "class", "protocol", "func", "let", "var", "typealias"]
        guard let index = words.firstIndex(of: "import"), index < 3, !line.hasPrefix(" "), !line.hasPrefix("/") else {
            return nil
        }
        guard let named = words.dropFirst(index + 1).first(where: { !kinds.contains($0) }) else { return nil }
        let name = String(named.split(separator: ".")[0])
        return aliases[name] ?? name
    }

    /// The names under which the gallery's programs import the project's modules.
    private static let aliases = ["SwiftUI": "SeamSwiftUI", "Combine": "SeamCombine"]
}
