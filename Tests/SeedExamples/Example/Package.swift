// swift-tools-version: 6.2
import PackageDescription

// The names of Apple's modules, where Apple's modules do not exist.
let names = ["-module-alias", "SwiftUI=SeamSwiftUI", "-module-alias", "Combine=SeamCombine"]

// Seam's checkout: around this directory, or beside a copy of it.
let seam = Context.packageDirectory.hasSuffix("/Tests/SeedExamples/Example") ? "../../.." : "../seam"

let package = Package(
    name: "keys",
    dependencies: [.package(name: "seam", path: seam)],
    targets: [
        .executableTarget(
            name: "keys",
            dependencies: ["Combine", "SeamComponents", "SwiftUI"].map { .product(name: $0, package: "seam") },
            swiftSettings: [.unsafeFlags(names, .when(platforms: [.linux]))])
    ])
