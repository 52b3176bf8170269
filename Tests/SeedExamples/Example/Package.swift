// swift-tools-version: 6.2
import PackageDescription

// The names of Apple's modules, where Apple's do not exist.
let names = ["-module-alias", "SwiftUI=SeamSwiftUI", "-module-alias", "Combine=SeamCombine"]

let package = Package(
    name: "keys",
    dependencies: [.package(name: "seam", path: "../../..")],
    targets: [
        .executableTarget(
            name: "keys",
            dependencies: ["Combine", "SeamComponents", "SwiftUI"].map { .product(name: $0, package: "seam") },
            swiftSettings: [.unsafeFlags(names, .when(platforms: [.linux]))])
    ])
