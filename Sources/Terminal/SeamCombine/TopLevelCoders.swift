public import Foundation
public import OpenCombine

// With these, `encode(encoder:)` and `decode(type:decoder:)` take Foundation's coders.

extension JSONEncoder: @retroactive TopLevelEncoder {
    /// The encoded bytes.
    public typealias Output = Data
}

extension JSONDecoder: @retroactive TopLevelDecoder {
    /// The bytes to decode.
    public typealias Input = Data
}

extension PropertyListEncoder: @retroactive TopLevelEncoder {
    /// The encoded bytes.
    public typealias Output = Data
}

extension PropertyListDecoder: @retroactive TopLevelDecoder {
    /// The bytes to decode.
    public typealias Input = Data
}
