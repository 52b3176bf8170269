// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

// A row for each target. What it needs is a list of names: of targets, and of products that `products` names. What a
// library and its tests are made of lies in its room, a folder of Sources and of Tests (Sources/README.md).

/// The packages that we use, and of each the products.
let packages: [(package: Package.Dependency, name: String, products: String)] = [
    (
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        "swift-argument-parser", "ArgumentParser"
    ),
    (.package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"), "swift-crypto", "Crypto CryptoExtras"),
    (.package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"), "swift-http-types", "HTTPTypes"),
    (.package(url: "https://github.com/apple/swift-log", exact: "1.16.2"), "swift-log", "Logging"),
    (.package(url: "https://github.com/apple/swift-metrics.git", exact: "2.13.0"), "swift-metrics", "CoreMetrics"),
    (.package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"), "swift-nio", "NIOCore NIOHTTP1 NIOPosix"),
    (.package(url: "https://github.com/apple/swift-nio-ssl.git", exact: "2.37.6"), "swift-nio-ssl", "NIOSSL"),
    (.package(url: "https://github.com/apple/swift-system", exact: "1.8.1"), "swift-system", "SystemPackage"),
    (.package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"), "GRDB.swift", "GRDB"),
    (
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", exact: "0.2.0"),
        "hdrhistogram-swift", "Histogram"
    ),
    (
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
        "hummingbird", "HummingbirdCore HummingbirdTLS"
    ),
    (.package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"), "OpenCombine", "OpenCombine"),
    (
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        "async-http-client", "AsyncHTTPClient"
    ),
    (
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        "swift-service-lifecycle", "ServiceLifecycle UnixSignals"
    ),
    (
        .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2", traits: []),
        "swift-subprocess", "Subprocess"
    ),
]

/// What every target of this package is compiled with.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .treatAllWarnings(as: .error),
    .treatWarning("DeprecatedDeclaration", as: .warning),
]

/// Targets also mark every unsafe expression; tests need not.
let sources: [SwiftSetting] = strict + [.strictMemorySafety()]

/// What is seen on a screen lives on the main actor.
let screens: [SwiftSetting] = sources + [.defaultIsolation(MainActor.self)]

enum Room: String {
    case system = "System"
    case wire = "Wire"
    case daemon = "Daemon"
    case doors = "Doors"
    case radio = "Radio"
    case locks = "Locks"
    case lifeSignal = "LifeSignal"
    case terminal = "Terminal"
    case clients = "Clients"
    case standIns = "StandIns"
}

let products = packages.reduce(into: [String: String]()) { products, package in
    for product in package.products.split(separator: " ") { products[String(product)] = package.name }
}

func dependencies(_ names: String) -> [Target.Dependency] {
    names.split(whereSeparator: \.isWhitespace).map(String.init).map { name in
        products[name].map { .product(name: name, package: $0) } ?? .byName(name: name)
    }
}

/// A library and, unless `tests` is nil, its tests: what these need besides, and what lies beside them. `pages` lie
/// beside the library.
func library(
    _ name: String, in room: Room, settings: [SwiftSetting] = sources, needs: String = "", pages: [String] = [],
    tests: String? = nil, exclude: [String] = [], plugins: [Target.PluginUsage] = []
) -> [Target] {
    let library = Target.target(
        name: name, dependencies: dependencies(needs), path: "Sources/\(room.rawValue)/\(name)", exclude: pages,
        swiftSettings: settings, plugins: plugins)
    let tested = tests.map { needs in
        Target.testTarget(
            name: "\(name)Tests", dependencies: dependencies("\(name) \(needs)"),
            path: "Tests/\(room.rawValue)/\(name)Tests", exclude: exclude, swiftSettings: strict)
    }
    return [library] + (tested.map { [$0] } ?? [])
}

/// What C says.
func header(_ name: String, in room: Room) -> [Target] {
    [.systemLibrary(name: name, path: "Sources/\(room.rawValue)/\(name)")]
}

/// An executable: its main only.
func program(_ name: String, needs: String) -> [Target] {
    [
        .executableTarget(
            name: name, dependencies: dependencies(needs), path: "Sources/Programs/\(name)", swiftSettings: sources)
    ]
}

/// Tests of more than one target.
func tests(_ name: String, at folder: String, needs: String, exclude: [String] = []) -> [Target] {
    [
        .testTarget(
            name: name, dependencies: dependencies(needs), path: "Tests/\(folder)", exclude: exclude,
            swiftSettings: strict)
    ]
}

/// What tests are made with.
func support(_ name: String, at folder: String, settings: [SwiftSetting] = strict, needs: String) -> [Target] {
    [.target(name: name, dependencies: dependencies(needs), path: "Tests/\(folder)", swiftSettings: settings)]
}

/// A program that measures.
func bench(_ name: String, at folder: String, needs: String, resources: [Resource] = []) -> [Target] {
    [
        .executableTarget(
            name: name, dependencies: dependencies(needs), path: "Tests/Benchmarks/\(folder)", resources: resources,
            swiftSettings: strict)
    ]
}

/// The programs with which a door is opened.
let door = """
    seam seam-devcloud seam-provider-nuki seam-provider-run seam-provider-sesame seam-provider-switchbot seam-radiod
    seam-sessiond seam-virtual-lock
    """

let system: [[Target]] = [
    [.target(name: "CLinuxSupport", path: "Sources/System/CLinuxSupport")],
    [.target(name: "CWipingHeap", path: "Sources/System/CWipingHeap")],
    library("LinuxSupport", in: .system, needs: "CLinuxSupport", tests: ""),
    header("CSeccomp", in: .system),
    library("SystemCalls", in: .system, needs: "CSeccomp LinuxSupport"),
    header("CQRencode", in: .system),
    library("QRCodes", in: .system, needs: "CQRencode", tests: ""),
    // Pictures. Only the child that reads and writes their files links the libraries for them.
    library("PictureModel", in: .system),
    library("PictureCodec", in: .system, needs: "LinuxSupport"),
    library(
        "Pictures", in: .system, needs: "LinuxSupport PictureCodec PictureModel",
        tests: "LinuxSupport PictureCodec PictureModel seam-picture TestSupport"),
    [
        .target(
            name: "CPictures", path: "Sources/System/CPictures",
            linkerSettings: ["png16", "jpeg", "exif"].map { .linkedLibrary($0) })
    ],
    library("PictureWorker", in: .system, needs: "CPictures LinuxSupport PictureCodec SystemCalls"),
]

let wire: [[Target]] = [
    [.target(name: "CContracts", path: "Sources/Wire/CContracts")],
    library("Wire", in: .wire, tests: ""),
    library(
        "RPC", in: .wire, needs: "CContracts LinuxSupport Wire Logging NIOCore NIOPosix",
        tests: "LinuxSupport TestSupport Wire Logging NIOCore NIOPosix"),
    library("MethodAPI", in: .wire, needs: "RPC Wire"),
]

let daemon: [[Target]] = [
    library("ConfigurationFiles", in: .daemon, needs: "LinuxSupport Wire"),
    header("CSQLite", in: .daemon),
    library("DaemonCore", in: .daemon, needs: "Wire"),
    library(
        "DaemonKit", in: .daemon,
        needs: "ConfigurationFiles DaemonCore LinuxSupport RPC Telemetry Wire Logging NIOPosix ServiceLifecycle "
            + "UnixSignals"),
    library(
        "DaemonStore", in: .daemon,
        needs: "DaemonCore DaemonKit LinuxSupport RPC SealedDatabase Wire Crypto Logging NIOCore NIOPosix"),
    library("SealedDatabase", in: .daemon, needs: "CSQLite DaemonCore LinuxSupport Wire Crypto GRDB"),
    library(
        "Telemetry", in: .daemon, needs: "LinuxSupport RPC CoreMetrics Logging",
        tests: "LinuxSupport RPC TestSupport CoreMetrics Logging"),
]

let doors: [[Target]] = [
    library(
        "SeamModel", in: .doors, needs: "RadioModel Wire", tests: "Wire", plugins: [.plugin(name: "ContractPlugin")]),
    library("CloudModel", in: .doors, needs: "SeamModel Wire", tests: "SeamModel Wire"),
    library(
        "SeamWords", in: .doors, needs: "RadioModel SeamModel Wire", tests: "RadioModel SeamModel TestSupport Wire"),
    library(
        "SessionAPI", in: .doors, needs: "CContracts MethodAPI RadioModel SeamModel Wire",
        plugins: [.plugin(name: "ContractPlugin")]),
    library(
        "SessionCore", in: .doors, needs: "CloudModel DaemonCore RadioModel SeamModel Wire",
        tests: "CloudModel DaemonCore RadioModel SeamModel Wire"),
    library(
        "SessionStore", in: .doors, needs: "DaemonCore RadioModel SealedDatabase SeamModel Wire Crypto GRDB",
        tests: "CSQLite DaemonCore RadioModel SealedDatabase SeamModel TestSupport Wire GRDB", exclude: ["Fixtures"]),
    library(
        "SeamCloud", in: .doors,
        needs: "CloudModel LinuxSupport SeamModel Wire AsyncHTTPClient NIOCore NIOHTTP1 NIOPosix NIOSSL",
        tests: "CloudModel DevCloud LinuxSupport seam-devcloud SeamModel TestSupport Wire AsyncHTTPClient NIOCore "
            + "NIOHTTP1 NIOPosix NIOSSL Subprocess SystemPackage",
        exclude: ["sdk_conformance.py"]),
    library(
        "SessionService", in: .doors,
        needs: "CloudModel DaemonCore DaemonKit DaemonStore LinuxSupport ProviderAPI ProviderHost RadioAPI "
            + "RadioModel RPC SealedDatabase SeamCloud SeamModel SessionAPI SessionCore SessionStore Telemetry "
            + "Wire CoreMetrics Logging NIOPosix ServiceLifecycle",
        tests: "CloudModel DaemonCore DaemonKit DaemonStore LinuxSupport ProviderAPI ProviderHost RadioAPI "
            + "RadioModel RPC SealedDatabase SeamCloud SeamModel SessionAPI SessionCore SessionStore "
            + "TestSupport Wire Logging"),
]

let radio: [[Target]] = [
    library("RadioModel", in: .radio, needs: "Wire", tests: ""),
    library(
        "RadioAPI", in: .radio, needs: "CContracts MethodAPI RadioModel RPC Wire",
        plugins: [.plugin(name: "ContractPlugin")]),
    library("RadioCore", in: .radio, needs: "RadioModel", tests: "RadioModel Wire"),
    library(
        "RadioService", in: .radio,
        needs: "BlueZRadio DaemonKit LinuxSupport RadioAPI RadioCore RadioModel RPC Telemetry VirtualRadio Wire "
            + "CoreMetrics Logging ServiceLifecycle",
        tests: "BlueZRadio DaemonKit LinuxSupport RadioAPI RadioCore RadioModel RPC seam-radiod "
            + "seam-virtual-lock SeamModel TestSupport VirtualRadio Wire Logging NIOPosix"),
    header("CSystemd", in: .radio),
    library(
        "BlueZRadio", in: .radio, needs: "CSystemd LinuxSupport RadioCore RadioModel Wire",
        tests: "BusCheck LinuxSupport RadioAPI RadioCore RadioModel RadioService RPC seam-bus-check SeamModel "
            + "TestSupport Wire Logging",
        exclude: ["bluez.py"]),
    library("BusCheck", in: .radio, needs: "BlueZRadio LinuxSupport Wire"),
    library("VirtualRadio", in: .radio, needs: "LinuxSupport RadioCore RadioModel Wire NIOCore NIOPosix"),
]

let locks: [[Target]] = [
    library("LockProtocol", in: .locks),
    header("CSodium", in: .locks),
    library("NukiProtocol", in: .locks, needs: "CSodium LockProtocol Crypto", tests: "LockProtocol TestSupport"),
    library("SesameProtocol", in: .locks, needs: "LockProtocol Crypto CryptoExtras", tests: "LockProtocol TestSupport"),
    library(
        "SwitchBotProtocol", in: .locks, needs: "LockProtocol Crypto CryptoExtras", tests: "LockProtocol TestSupport"),
    library(
        "ProviderAPI", in: .locks, needs: "CContracts MethodAPI RadioModel Wire",
        plugins: [.plugin(name: "ContractPlugin")]),
    library(
        "ProviderHost", in: .locks, needs: "LinuxSupport ProviderAPI RadioModel Wire Logging Subprocess SystemPackage",
        tests: "LinuxSupport LockProtocol NukiProtocol ProviderAPI RadioModel seam-provider-nuki "
            + "seam-provider-run seam-provider-sesame seam-provider-switchbot SeamModel SesameProtocol TestSupport "
            + "Wire Crypto Logging"),
    library(
        "ProviderRuntime", in: .locks, needs: "LinuxSupport LockProtocol ProviderAPI RadioModel RPC SystemCalls Wire",
        tests: "LinuxSupport LockProtocol ProviderAPI RadioModel RPC seam-provider-run SeamModel TestSupport "
            + "Wire"),
]

let lifeSignal: [[Target]] = [
    library(
        "SignalAPI", in: .lifeSignal, needs: "CContracts MethodAPI Wire",
        plugins: [.plugin(name: "ContractPlugin")]),
    library("SignalCore", in: .lifeSignal, needs: "SeamWords Wire", tests: "SeamWords TestSupport Wire"),
    library(
        "SignalStore", in: .lifeSignal,
        needs: "DaemonCore LinuxSupport SealedDatabase SeamWords SignalCore Wire Crypto GRDB"),
    library(
        "SignalService", in: .lifeSignal,
        needs: "DaemonCore DaemonKit DaemonStore LinuxSupport PictureCodec RPC SealedDatabase SeamWords SignalAPI "
            + "SignalCore SignalStore Telemetry Wire Crypto Logging NIOPosix ServiceLifecycle",
        tests: "DaemonCore lifesignald LinuxSupport PictureCodec RPC seam seam-picture SealedDatabase SeamWords "
            + "SignalAPI SignalCore "
            + "SignalStore SignalTestSupport TestSupport Wire"),
    library(
        "SignalSender", in: .lifeSignal,
        needs: "DaemonKit LinuxSupport RPC SeamWords SignalAPI SignalCore Wire AsyncHTTPClient Crypto Logging NIOCore "
            + "NIOHTTP1 NIOPosix NIOSSL ServiceLifecycle Subprocess SystemPackage",
        tests: "DaemonCore lifesignal-sender lifesignald LinuxSupport RPC seam SealedDatabase SeamWords SignalAPI "
            + "SignalCore SignalStore SignalTestSupport TestSupport Wire Crypto GRDB"),
    library(
        "SignalWeb", in: .lifeSignal,
        needs:
            "DaemonKit LinuxSupport QRCodes RPC SeamWords SignalAPI SignalCore Wire Crypto HTTPTypes HummingbirdCore "
            + "Logging NIOCore NIOPosix NIOSSL ServiceLifecycle",
        tests: "DaemonKit lifesignal-sender lifesignal-web lifesignald LinuxSupport RPC seam SeamWords SignalAPI "
            + "SignalTestSupport TestSupport Wire AsyncHTTPClient Logging NIOCore NIOHTTP1"),
    library("SignalDependencies", in: .lifeSignal, needs: "LinuxSupport", tests: "LinuxSupport"),
    library(
        "LifeSignal", in: .lifeSignal,
        needs: "LinuxSupport PictureCodec PictureModel Pictures QRCodes RPC SignalAPI SignalDependencies Wire",
        tests: "lifesignald LinuxSupport RPC seam-picture SignalAPI SignalTestSupport TestSupport Wire"),
]

let terminal: [[Target]] = [
    library("TermCore", in: .terminal, tests: "TermReplay TestSupport", exclude: ["pyte_screen.py", "widths"]),
    library(
        "TermUI", in: .terminal, settings: screens, needs: "SeamMacros TermCore OpenCombine",
        tests: "TermCore TestSupport"),
    library(
        "TermControls", in: .terminal, settings: screens, needs: "TermCore TermUI OpenCombine",
        tests: "BenchScreen TermCore TermReplay TermUI TestSupport OpenCombine"),
    library("SeamCombine", in: .terminal, needs: "OpenCombine", tests: ""),
    // What the compiler runs to expand the macros of TermUI and SeamSwiftUI.
    [.macro(name: "SeamMacros", path: "Sources/Terminal/SeamMacros", swiftSettings: sources)],
    library(
        "SeamSwiftUI", in: .terminal, settings: screens,
        needs: "PictureModel Pictures SeamCombine SeamMacros TermControls TermCore TermUI",
        pages: ["README.md"],
        tests: "GalleryPages GalleryPrograms TermCore TermUI", exclude: ["Golden"]),
    library("LumiKitCore", in: .terminal, needs: "LinuxSupport", tests: ""),
    library(
        "LumiKitUI", in: .terminal, settings: screens,
        needs: "LinuxSupport LumiKitCore PictureCodec PictureModel Pictures QRCodes SeamCombine SeamSwiftUI "
            + "TermControls TermCore TermUI Wire",
        tests: "LumiCatalog LumiKitCore PictureCodec seam-picture SeamSwiftUI TermControls TermCore TermReplay TermUI "
            + "TestSupport",
        exclude: ["Golden"]),
    // LumiKit's own catalogue, from which its golden frames and pictures are made.
    library(
        "LumiCatalog", in: .terminal, settings: screens,
        needs: "LinuxSupport LumiKitCore LumiKitUI PictureCodec Pictures SeamSwiftUI TermControls TermCore TermUI "
            + "ArgumentParser"),
]

let clients: [[Target]] = [
    library(
        "SeamSDK", in: .clients,
        needs: "DaemonCore LinuxSupport RadioModel RPC SeamModel SeamWords SessionAPI Wire Logging NIOCore OpenCombine",
        tests: door + " LinuxSupport RPC seam-bench SeamCombine SeamModel SessionAPI TestSupport Wire"),
    library(
        "SeamComponents", in: .clients, settings: screens,
        needs: "LinuxSupport LumiKitCore LumiKitUI SeamCombine SeamSDK SeamSwiftUI SeamWords TermControls TermCore "
            + "TermUI",
        tests: "LinuxSupport LumiKitCore LumiKitUI seam-picture SeamSDK SeamWords TermControls TermCore TermReplay "
            + "TermUI TestSupport",
        exclude: ["Golden"]),
    library(
        "CommandLineTool", in: .clients,
        needs: "DaemonCore LinuxSupport PictureCodec QRCodes RadioModel RPC SeamModel SeamWords SessionAPI SignalAPI "
            + "TermCore Wire ArgumentParser",
        tests: "LinuxSupport QRCodes RadioModel RPC seam SeamModel SessionAPI SignalAPI TermCore TestSupport Wire",
        plugins: [.plugin(name: "ContractPlugin")]),
    library(
        "SignalScreens", in: .clients, settings: screens,
        needs: "LifeSignal LumiKitUI RPC SeamCombine SeamComponents SeamSwiftUI SeamWords SignalAPI TermControls "
            + "TermCore TermUI Wire",
        tests:
            "LifeSignal lifesignald SeamComponents SeamWords SignalAPI SignalTestSupport TermCore TermUI TestSupport "
            + "Wire",
        exclude: ["Golden"]),
    library(
        "Kiosk", in: .clients, settings: screens,
        needs: "ConfigurationFiles CSodium LifeSignal LinuxSupport LumiKitUI SeamCombine SeamComponents SeamModel "
            + "SeamSDK SeamSwiftUI SeamWords SignalAPI SignalScreens TermControls TermCore TermUI Wire ArgumentParser",
        tests: door + " ConfigurationFiles LifeSignal lifesignald LinuxSupport RPC seam-tui SeamCombine SeamComponents "
            + "SeamSDK SeamWords SignalAPI SignalScreens SignalTestSupport TermCore TermReplay TermUI TestSupport Wire",
        exclude: ["Golden"]),
    library(
        "TerminalClient", in: .clients, settings: screens,
        needs: "CSodium Kiosk LifeSignal LinuxSupport LumiKitUI RadioModel RPC SeamCombine SeamComponents SeamModel "
            + "SeamWords SessionAPI SignalScreens TermControls TermCore TermUI Wire ArgumentParser",
        tests: door + " seam-tui SeamComponents SeamWords TermCore TermReplay TermUI TestSupport Wire",
        exclude: ["Golden"]),
]

let standIns: [[Target]] = [
    library(
        "DevCloud", in: .standIns,
        needs: "LinuxSupport Wire Crypto HTTPTypes HummingbirdCore HummingbirdTLS Logging NIOCore NIOPosix NIOSSL "
            + "ServiceLifecycle SystemPackage UnixSignals"),
    library(
        "VirtualLock", in: .standIns,
        needs: "LinuxSupport LockProtocol NukiProtocol RadioModel SesameProtocol SwitchBotProtocol VirtualRadio Wire "
            + "Crypto NIOCore NIOPosix",
        tests: "LinuxSupport LockProtocol NukiProtocol RadioCore RadioModel seam-virtual-lock SeamModel "
            + "SesameProtocol SwitchBotProtocol TestSupport VirtualRadio Wire Crypto NIOPosix"),
]

let programs: [[Target]] = [
    // Makes the types of contracts, before what uses them is compiled.
    [
        .plugin(
            name: "ContractPlugin", capability: .buildTool(), dependencies: ["ContractTypes"],
            path: "Sources/Programs/ContractPlugin")
    ],
    program("ContractTypes", needs: ""),
    program("lifesignal-sender", needs: "SignalSender"),
    program("lifesignal-web", needs: "SignalWeb"),
    program("lifesignald", needs: "CWipingHeap SignalService"),
    program("lumi-catalog", needs: "LumiCatalog"),
    program("seam", needs: "CommandLineTool"),
    program("seam-bus-check", needs: "BusCheck"),
    program("seam-devcloud", needs: "DevCloud"),
    program("seam-picture", needs: "PictureWorker"),
    program("seam-provider-nuki", needs: "LockProtocol NukiProtocol ProviderAPI ProviderRuntime RadioModel"),
    program("seam-provider-run", needs: "ProviderRuntime"),
    program(
        "seam-provider-sesame",
        needs: "LinuxSupport LockProtocol ProviderAPI ProviderRuntime RadioModel SesameProtocol"),
    program(
        "seam-provider-switchbot",
        needs: "LockProtocol ProviderAPI ProviderRuntime RadioModel SwitchBotProtocol"),
    program("seam-radiod", needs: "RadioService"),
    program("seam-sessiond", needs: "CWipingHeap SessionService"),
    program("seam-tui", needs: "CWipingHeap TerminalClient"),
    program("seam-virtual-lock", needs: "VirtualLock"),
]

let crossing = [
    tests("ArchitectureTests", at: "ArchitectureTests", needs: "TestSupport"),
    tests(
        "DaemonKitTests", at: "Daemon/DaemonKitTests",
        needs: "DaemonCore DaemonStore LinuxSupport seam-test-daemon TestSupport Wire"),
    [
        .executableTarget(
            name: "seam-test-daemon", dependencies: dependencies("DaemonKit LinuxSupport RPC Wire"),
            path: "Tests/TestDaemon", swiftSettings: strict)
    ],
    tests(
        "FuzzTests", at: "Fuzz",
        needs: "LockProtocol NukiProtocol PictureCodec SesameProtocol SwitchBotProtocol TermCore "
            + "TermReplay Wire",
        exclude: ["corpus", "FuzzEntry.swift", "run", "wire.dict"]),
    tests(
        "ProcessTests", at: "ProcessTests",
        needs: door + "  LinuxSupport NukiProtocol RadioModel RPC SeamModel TestSupport Wire",
        exclude: ["Peers", "Releases"]),
    tests(
        "ProtocolTests", at: "ProtocolTests",
        needs: "ContractTypes LinuxSupport ProviderAPI RadioAPI RadioModel RPC SeamModel SessionAPI SignalAPI "
            + "TestSupport Wire Logging"),
]

let benches = [
    support("BenchScreen", at: "Benchmarks/BenchScreen", needs: "TermControls TermCore TermUI OpenCombine"),
    support("SignalTestSupport", at: "LifeSignal/Support", needs: "LinuxSupport RPC SignalAPI TestSupport Wire Crypto"),
    support("TermReplay", at: "TermReplay", settings: sources, needs: "TermCore"),
    support("TestSupport", at: "TestSupport", needs: "LinuxSupport RPC Wire Logging NIOCore NIOPosix"),
    bench(
        "seam-bench", at: "SeamBench",
        needs: "LinuxSupport RPC SeamModel SeamSDK SessionAPI Wire Histogram Logging NIOCore NIOPosix OpenCombine",
        resources: [.embedInCode("bench.json")]),
    bench("seam-bench-json", at: "JSONBench", needs: "Wire"),
    support("GalleryPages", at: "Gallery/Pages", needs: "SeamSwiftUI TermControls"),
    // Programs as their users write them: with SwiftUI's name, and the language of most of them.
    support(
        "GalleryPrograms", at: "Gallery/Programs",
        settings: [.swiftLanguageMode(.v5), .unsafeFlags(["-module-alias", "SwiftUI=SeamSwiftUI"])],
        needs: "SeamSwiftUI"),
    [
        .executableTarget(
            name: "seam-gallery", dependencies: dependencies("GalleryPages SeamSwiftUI"), path: "Tests/Gallery/Program",
            swiftSettings: strict)
    ],
    bench("seam-bench-screen", at: "ScreenBench", needs: "BenchScreen TermControls TermUI"),
]

let package = Package(
    name: "seam",
    products: [
        .library(name: "Combine", targets: ["SeamCombine"]),
        .library(name: "LifeSignal", targets: ["LifeSignal"]),
        .library(name: "LumiKitCore", targets: ["LumiKitCore"]),
        .library(name: "LumiKitUI", targets: ["LumiKitUI"]),
        .library(name: "SeamComponents", targets: ["SeamComponents"]),
        .library(name: "SeamSDK", targets: ["SeamSDK"]),
        .library(name: "SwiftUI", targets: ["SeamSwiftUI"]),
    ],
    dependencies: packages.map(\.package),
    targets: [
        system, wire, daemon, doors, radio, locks, lifeSignal, terminal, clients, standIns, programs, crossing, benches,
    ].flatMap { $0.flatMap { $0 } }
)
