import Foundation
import TestSupport

/// The path of the seed file that the project ships.
let shippedSeedPath = "\(Products.package)deploy/devcloud/seed.json"

/// The bytes of the seed file that the project ships.
func shippedSeed() throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: shippedSeedPath))) }
