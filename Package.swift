// swift-tools-version: 6.2
import PackageDescription

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

let dependencies: [Package.Dependency] = [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics.git", exact: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl.git", exact: "2.37.6"),
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", exact: "0.2.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
    .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2", traits: []),
]

let systemLibraries: [Target] = [
    .target(name: "CContracts"),
    .target(name: "CLinuxSupport"),
    .systemLibrary(name: "CSodium"),
    .systemLibrary(name: "CSystemd"),
    .systemLibrary(name: "CSeccomp"),
    .systemLibrary(name: "CSQLite"),
]

let libraries: [Target] = [
    .target(
        name: "BenchScreen",
        dependencies: [
            "TermCore",
            "TermUI",
            .product(name: "OpenCombine", package: "OpenCombine"),
        ],
        path: "Tests/Benchmarks/BenchScreen",
        swiftSettings: strict
    ),
    .target(
        name: "BlueZRadio",
        dependencies: [
            "CSystemd",
            "LinuxSupport",
            "RadioCore",
            "SeamModel",
            "Wire",
        ],
        swiftSettings: sources
    ),
    .target(
        name: "CommandLineTool",
        dependencies: [
            "LinuxSupport",
            "RPC",
            "SeamModel",
            "SessionAPI",
            "TermCore",
            "Wire",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        swiftSettings: sources
    ),
    .target(
        name: "DevCloud",
        dependencies: [
            "LinuxSupport",
            "Wire",
            .product(name: "HTTPTypes", package: "swift-http-types"),
            .product(name: "HummingbirdCore", package: "hummingbird"),
            .product(name: "HummingbirdTLS", package: "hummingbird"),
            .product(name: "Logging", package: "swift-log"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
            .product(name: "NIOSSL", package: "swift-nio-ssl"),
            .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            .product(name: "SystemPackage", package: "swift-system"),
            .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        ],
        swiftSettings: sources
    ),
    .target(
        name: "LinuxSupport",
        dependencies: [
            "CLinuxSupport"
        ],
        swiftSettings: sources
    ),
    .target(
        name: "LockProtocol",
        swiftSettings: sources
    ),
    .target(
        name: "NukiProtocol",
        dependencies: [
            "CSodium",
            "LockProtocol",
            .product(name: "Crypto", package: "swift-crypto"),
        ],
        swiftSettings: sources
    ),
    .target(
        name: "ProviderAPI",
        dependencies: [
            "CContracts",
            "SeamModel",
            "Wire",
        ],
        swiftSettings: sources
    ),
    .target(
        name: "ProviderHost",
        dependencies: [
            "LinuxSupport",
            "ProviderAPI",
            "SeamModel",
            "Wire",
            .product(name: "Logging", package: "swift-log"),
            .product(name: "Subprocess", package: "swift-subprocess"),
            .product(name: "SystemPackage", package: "swift-system"),
        ],
        swiftSettings: sources
    ),
    .target(
        name: "ProviderRuntime",
        dependencies: [
            "CSeccomp",
            "LinuxSupport",
            "LockProtocol",
            "ProviderAPI",
            "RPC",
            "SeamModel",
            "Wire",
        ],
        swiftSettings: sources
    ),
    .target(
        name: "RadioAPI",
        dependencies: [
            "CContracts",
            "RPC",
            "SeamModel",
            "Wire",
        ],
        swiftSettings: sources
    ),
    .target(
        name: "RadioCore",
        dependencies: [
            "SeamModel"
        ],
        swiftSettings: sources
    ),
    .target(
        name: "RadioService",
        dependencies: [
            "BlueZRadio",
            "LinuxSupport",
            "RadioAPI",
            "RadioCore",
            "RPC",
            "SeamModel",
            "Telemetry",
            "VirtualRadio",
            "Wire",
            .product(name: "CoreMetrics", package: "swift-metrics"),
            .product(name: "Logging", package: "swift-log"),
            .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        ],
        swiftSettings: sources
    ),
    .target(
        name: "RPC",
        dependencies: [
            "CContracts",
            "LinuxSupport",
            "Wire",
            .product(name: "Logging", package: "swift-log"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
        ],
        swiftSettings: sources
    ),
    .target(
        name: "SealedStore",
        dependencies: [
            "CSQLite",
            "SeamModel",
            "Wire",
            .product(name: "Crypto", package: "swift-crypto"),
            .product(name: "GRDB", package: "GRDB.swift"),
        ],
        swiftSettings: sources
    ),
    .target(
        name: "SeamCloud",
        dependencies: [
            "SeamModel",
            "Wire",
            .product(name: "AsyncHTTPClient", package: "async-http-client"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOHTTP1", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
            .product(name: "NIOSSL", package: "swift-nio-ssl"),
        ],
        swiftSettings: sources
    ),
    .target(
        name: "SeamModel",
        dependencies: [
            "Wire"
        ],
        swiftSettings: sources
    ),
    .target(
        name: "SeamCombine",
        dependencies: [
            .product(name: "OpenCombine", package: "OpenCombine")
        ],
        swiftSettings: sources
    ),
    .target(
        name: "SeamSDK",
        dependencies: [
            "LinuxSupport",
            "RPC",
            "SeamModel",
            "SessionAPI",
            "Wire",
            .product(name: "Logging", package: "swift-log"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
            .product(name: "OpenCombine", package: "OpenCombine"),
        ],
        swiftSettings: sources
    ),
    .target(
        name: "SesameProtocol",
        dependencies: [
            "LockProtocol",
            .product(name: "Crypto", package: "swift-crypto"),
            .product(name: "CryptoExtras", package: "swift-crypto"),
        ],
        swiftSettings: sources
    ),
    .target(
        name: "SessionAPI",
        dependencies: [
            "CContracts",
            "RPC",
            "SeamModel",
            "Wire",
        ],
        swiftSettings: sources
    ),
    .target(
        name: "SessionCore",
        dependencies: [
            "SeamModel",
            "Wire",
        ],
        swiftSettings: sources
    ),
    .target(
        name: "SessionService",
        dependencies: [
            "LinuxSupport",
            "ProviderAPI",
            "ProviderHost",
            "RadioAPI",
            "RPC",
            "SealedStore",
            "SeamCloud",
            "SeamModel",
            "SessionAPI",
            "SessionCore",
            "Telemetry",
            "Wire",
            .product(name: "CoreMetrics", package: "swift-metrics"),
            .product(name: "Crypto", package: "swift-crypto"),
            .product(name: "Logging", package: "swift-log"),
            .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
            .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        ],
        swiftSettings: sources
    ),
    .target(
        name: "Telemetry",
        dependencies: [
            "LinuxSupport",
            "RPC",
            .product(name: "CoreMetrics", package: "swift-metrics"),
            .product(name: "Logging", package: "swift-log"),
        ],
        swiftSettings: sources
    ),
    .target(
        name: "SeamSwiftUI",
        dependencies: [
            "SeamCombine",
            "TermUI",
        ],
        swiftSettings: screens
    ),
    .target(
        name: "TermCore",
        swiftSettings: sources
    ),
    .target(
        name: "TerminalClient",
        dependencies: [
            "LinuxSupport",
            "SeamSDK",
            "TermCore",
            "TermUI",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
            .product(name: "OpenCombine", package: "OpenCombine"),
        ],
        swiftSettings: screens
    ),
    .target(
        name: "TermUI",
        dependencies: [
            "TermCore",
            .product(name: "OpenCombine", package: "OpenCombine"),
        ],
        swiftSettings: screens
    ),
    .target(
        name: "TermReplay",
        dependencies: [
            "TermCore"
        ],
        path: "Tests/TermReplay",
        swiftSettings: sources
    ),
    .target(
        name: "TestSupport",
        dependencies: [
            "LinuxSupport",
            "RPC",
            "Wire",
            .product(name: "Logging", package: "swift-log"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
        ],
        path: "Tests/TestSupport",
        swiftSettings: strict
    ),
    .target(
        name: "VirtualLock",
        dependencies: [
            "LinuxSupport",
            "LockProtocol",
            "NukiProtocol",
            "SeamModel",
            "SesameProtocol",
            "VirtualRadio",
            "Wire",
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
        ],
        swiftSettings: sources
    ),
    .target(
        name: "VirtualRadio",
        dependencies: [
            "LinuxSupport",
            "RadioCore",
            "SeamModel",
            "Wire",
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
        ],
        swiftSettings: sources
    ),
    .target(
        name: "Wire",
        swiftSettings: sources
    ),
]

let executables: [Target] = [
    .executableTarget(
        name: "seam",
        dependencies: [
            "CommandLineTool"
        ],
        swiftSettings: sources
    ),
    .executableTarget(
        name: "seam-bench",
        dependencies: [
            "LinuxSupport",
            "RPC",
            "SeamModel",
            "SeamSDK",
            "SessionAPI",
            "Wire",
            .product(name: "Histogram", package: "hdrhistogram-swift"),
            .product(name: "Logging", package: "swift-log"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
            .product(name: "OpenCombine", package: "OpenCombine"),
        ],
        path: "Tests/Benchmarks/SeamBench",
        resources: [.embedInCode("bench.json")],
        swiftSettings: strict
    ),
    .executableTarget(
        name: "seam-bench-json",
        dependencies: [
            "Wire"
        ],
        path: "Tests/Benchmarks/JSONBench",
        swiftSettings: strict
    ),
    .executableTarget(
        name: "seam-bench-screen",
        dependencies: [
            "BenchScreen",
            "TermUI",
        ],
        path: "Tests/Benchmarks/ScreenBench",
        swiftSettings: strict
    ),
    .executableTarget(
        name: "seam-bus-check",
        dependencies: [
            "BlueZRadio"
        ],
        swiftSettings: sources
    ),
    .executableTarget(
        name: "seam-devcloud",
        dependencies: [
            "DevCloud"
        ],
        swiftSettings: sources
    ),
    .executableTarget(
        name: "seam-provider-nuki",
        dependencies: [
            "LockProtocol",
            "NukiProtocol",
            "ProviderAPI",
            "ProviderRuntime",
            "SeamModel",
        ],
        swiftSettings: sources
    ),
    .executableTarget(
        name: "seam-provider-run",
        dependencies: [
            "ProviderRuntime"
        ],
        swiftSettings: sources
    ),
    .executableTarget(
        name: "seam-provider-sesame",
        dependencies: [
            "LinuxSupport",
            "LockProtocol",
            "ProviderAPI",
            "ProviderRuntime",
            "SeamModel",
            "SesameProtocol",
        ],
        swiftSettings: sources
    ),
    .executableTarget(
        name: "seam-radiod",
        dependencies: [
            "RadioService"
        ],
        swiftSettings: sources
    ),
    .executableTarget(
        name: "seam-sessiond",
        dependencies: [
            "SessionService"
        ],
        swiftSettings: sources
    ),
    .executableTarget(
        name: "seam-tui",
        dependencies: [
            "TerminalClient"
        ],
        swiftSettings: sources
    ),
    .executableTarget(
        name: "seam-virtual-lock",
        dependencies: [
            "VirtualLock"
        ],
        swiftSettings: sources
    ),
]

let tests: [Target] = [
    .testTarget(
        name: "ArchitectureTests",
        dependencies: [
            "TestSupport"
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "BlueZRadioTests",
        dependencies: [
            "BlueZRadio",
            "LinuxSupport",
            "RadioAPI",
            "RadioCore",
            "RadioService",
            "RPC",
            "seam-bus-check",
            "SeamModel",
            "TestSupport",
            "Wire",
            .product(name: "Logging", package: "swift-log"),
        ],
        exclude: ["bluez.py"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "CommandLineToolTests",
        dependencies: [
            "CommandLineTool",
            "LinuxSupport",
            "RPC",
            "seam",
            "SeamModel",
            "SessionAPI",
            "TermCore",
            "TestSupport",
            "Wire",
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "FuzzTests",
        dependencies: [
            "LockProtocol",
            "NukiProtocol",
            "SesameProtocol",
            "TermCore",
            "TermReplay",
            "Wire",
        ],
        path: "Tests/Fuzz",
        exclude: ["corpus", "FuzzEntry.swift", "run", "wire.dict"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "LinuxSupportTests",
        dependencies: [
            "LinuxSupport"
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "NukiProtocolTests",
        dependencies: [
            "LockProtocol",
            "NukiProtocol",
            "TestSupport",
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "ProcessTests",
        dependencies: [
            "LinuxSupport",
            "NukiProtocol",
            "RPC",
            "seam",
            "seam-devcloud",
            "seam-provider-nuki",
            "seam-provider-run",
            "seam-provider-sesame",
            "seam-radiod",
            "seam-sessiond",
            "seam-virtual-lock",
            "SeamModel",
            "TestSupport",
            "Wire",
        ],
        exclude: ["Peers", "Releases"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "ProtocolTests",
        dependencies: [
            "LinuxSupport",
            "ProviderAPI",
            "RadioAPI",
            "RPC",
            "SeamModel",
            "SessionAPI",
            "TestSupport",
            "Wire",
            .product(name: "Logging", package: "swift-log"),
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "ProviderHostTests",
        dependencies: [
            "LinuxSupport",
            "LockProtocol",
            "NukiProtocol",
            "ProviderAPI",
            "ProviderHost",
            "seam-provider-nuki",
            "seam-provider-run",
            "seam-provider-sesame",
            "SeamModel",
            "SesameProtocol",
            "TestSupport",
            "Wire",
            .product(name: "Crypto", package: "swift-crypto"),
            .product(name: "Logging", package: "swift-log"),
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "ProviderRuntimeTests",
        dependencies: [
            "LinuxSupport",
            "LockProtocol",
            "ProviderAPI",
            "ProviderRuntime",
            "RPC",
            "seam-provider-run",
            "SeamModel",
            "TestSupport",
            "Wire",
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "RadioCoreTests",
        dependencies: [
            "RadioCore",
            "SeamModel",
            "Wire",
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "RadioServiceTests",
        dependencies: [
            "BlueZRadio",
            "LinuxSupport",
            "RadioAPI",
            "RadioCore",
            "RadioService",
            "RPC",
            "seam-radiod",
            "seam-virtual-lock",
            "SeamModel",
            "TestSupport",
            "VirtualRadio",
            "Wire",
            .product(name: "Logging", package: "swift-log"),
            .product(name: "NIOPosix", package: "swift-nio"),
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "RPCTests",
        dependencies: [
            "LinuxSupport",
            "RPC",
            "TestSupport",
            "Wire",
            .product(name: "Logging", package: "swift-log"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "SealedStoreTests",
        dependencies: [
            "SealedStore",
            "SeamModel",
            "TestSupport",
            "Wire",
            .product(name: "GRDB", package: "GRDB.swift"),
        ],
        exclude: ["Fixtures"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "SeamCloudTests",
        dependencies: [
            "DevCloud",
            "LinuxSupport",
            "seam-devcloud",
            "SeamCloud",
            "SeamModel",
            "TestSupport",
            "Wire",
            .product(name: "AsyncHTTPClient", package: "async-http-client"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOHTTP1", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
            .product(name: "NIOSSL", package: "swift-nio-ssl"),
            .product(name: "Subprocess", package: "swift-subprocess"),
            .product(name: "SystemPackage", package: "swift-system"),
        ],
        exclude: ["sdk_conformance.py"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "SeamCombineTests",
        dependencies: [
            "SeamCombine"
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "SeamModelTests",
        dependencies: [
            "SeamModel",
            "Wire",
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "SeamSDKTests",
        dependencies: [
            "seam",
            "seam-bench",
            "seam-devcloud",
            "seam-provider-nuki",
            "seam-provider-run",
            "seam-provider-sesame",
            "seam-radiod",
            "seam-sessiond",
            "seam-virtual-lock",
            "LinuxSupport",
            "RPC",
            "SeamCombine",
            "SeamModel",
            "SeamSDK",
            "SessionAPI",
            "TestSupport",
            "Wire",
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "SesameProtocolTests",
        dependencies: [
            "LockProtocol",
            "SesameProtocol",
            "TestSupport",
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "SessionCoreTests",
        dependencies: [
            "SeamModel",
            "SessionCore",
            "Wire",
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "SessionServiceTests",
        dependencies: [
            "LinuxSupport",
            "ProviderAPI",
            "ProviderHost",
            "RadioAPI",
            "RPC",
            "SealedStore",
            "SeamCloud",
            "SeamModel",
            "SessionAPI",
            "SessionCore",
            "SessionService",
            "TestSupport",
            "Wire",
            .product(name: "Logging", package: "swift-log"),
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "TelemetryTests",
        dependencies: [
            "LinuxSupport",
            "RPC",
            "Telemetry",
            "TestSupport",
            .product(name: "CoreMetrics", package: "swift-metrics"),
            .product(name: "Logging", package: "swift-log"),
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "TermCoreTests",
        dependencies: [
            "TermCore",
            "TermReplay",
            "TestSupport",
        ],
        exclude: ["pyte_screen.py", "widths"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "TerminalClientTests",
        dependencies: [
            "seam",
            "seam-devcloud",
            "seam-provider-nuki",
            "seam-provider-run",
            "seam-provider-sesame",
            "seam-radiod",
            "seam-sessiond",
            "seam-tui",
            "seam-virtual-lock",
            "SeamSDK",
            "TermCore",
            "TerminalClient",
            "TermUI",
            "TestSupport",
            "Wire",
            .product(name: "OpenCombine", package: "OpenCombine"),
        ],
        exclude: ["Golden"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "TermUITests",
        dependencies: [
            "BenchScreen",
            "TermCore",
            "TermReplay",
            "TermUI",
            "TestSupport",
            .product(name: "OpenCombine", package: "OpenCombine"),
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "VirtualLockTests",
        dependencies: [
            "LinuxSupport",
            "LockProtocol",
            "NukiProtocol",
            "RadioCore",
            "seam-virtual-lock",
            "SeamModel",
            "SesameProtocol",
            "TestSupport",
            "VirtualLock",
            "VirtualRadio",
            "Wire",
            .product(name: "NIOPosix", package: "swift-nio"),
        ],
        swiftSettings: strict
    ),
    .testTarget(
        name: "WireTests",
        dependencies: [
            "Wire"
        ],
        swiftSettings: strict
    ),
]

let package = Package(
    name: "seam",
    products: [
        .executable(name: "seam", targets: ["seam"]),
        .executable(name: "seam-bench", targets: ["seam-bench"]),
        .executable(name: "seam-bench-json", targets: ["seam-bench-json"]),
        .executable(name: "seam-bench-screen", targets: ["seam-bench-screen"]),
        .executable(name: "seam-devcloud", targets: ["seam-devcloud"]),
        .executable(name: "seam-provider-nuki", targets: ["seam-provider-nuki"]),
        .executable(name: "seam-provider-run", targets: ["seam-provider-run"]),
        .executable(name: "seam-provider-sesame", targets: ["seam-provider-sesame"]),
        .executable(name: "seam-radiod", targets: ["seam-radiod"]),
        .executable(name: "seam-sessiond", targets: ["seam-sessiond"]),
        .executable(name: "seam-tui", targets: ["seam-tui"]),
        .executable(name: "seam-virtual-lock", targets: ["seam-virtual-lock"]),
        .library(name: "Combine", targets: ["SeamCombine"]),
        .library(name: "SeamSDK", targets: ["SeamSDK"]),
        .library(name: "SwiftUI", targets: ["SeamSwiftUI"]),
    ],
    dependencies: dependencies,
    targets: systemLibraries + libraries + executables + tests
)
