import Foundation

/// The path of the seed file that the project ships.
let shippedSeedPath: String = {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return tests.deletingLastPathComponent().deletingLastPathComponent().appending(path: "deploy/devcloud/seed.json")
        .path(percentEncoded: false)
}()

/// The bytes of the seed file that the project ships.
func shippedSeed() throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: shippedSeedPath))) }
