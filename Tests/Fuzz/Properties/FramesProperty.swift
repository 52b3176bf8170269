import Wire

/// The frame decoder gives the same result, no matter into which pieces the bytes are divided. A reader that gets the
/// whole input at once gives the same result. The decoder keeps at most one frame, and the piece that arrived last.
/// After a fault, the decoder decodes nothing more.
///
/// The first byte chooses the limit and the mode. All other bytes are the decoder's input.
enum FramesProperty {
    /// If the choice has this value, no frame of a test exceeds the limit, and the first byte of the input decides the
    /// mode.
    static let wideOpen: UInt8 = 4
    private static let limits = [1, 2, 16, 300, Frame.largestPayload]

    private struct Outcome: Equatable {
        var payloads: [[UInt8]] = []
        /// The reason for the fault, with its details. The details do not say how much of an overlong line had arrived.
        var fault: String?
    }

    static func check(_ bytes: [UInt8]) throws {
        guard let first = bytes.first else { return }
        let limit = limits[Int(first & 0x0F) % limits.count]
        let mode: Frame.Mode? = [nil, nil, Frame.Mode.framed, .text][Int(first >> 4) % 4]
        let input = Array(bytes.dropFirst())
        let whole = try outcome(of: input, limit, mode, cuts: [])
        try expect(whole == reading(input, limit, mode), "the decoder reads \(whole), the document \(input)")
        let step = input.count <= 8192 ? 1 : 4093
        let steps = Array(stride(from: 1, to: input.count, by: step))
        try expect(try outcome(of: input, limit, mode, cuts: steps) == whole, "\(step) bytes at a time")
        // The input itself determines the places of the cuts.
        var cuts: [Int] = []
        for (index, byte) in input.prefix(8192).enumerated() where byte % 7 == UInt8(index % 7) { cuts.append(index) }
        try expect(try outcome(of: input, limit, mode, cuts: cuts) == whole, "cut at \(cuts)")
        try writesBack(whole, input, mode)
    }

    private static func outcome(
        of input: [UInt8], _ limit: Int, _ mode: Frame.Mode?, cuts: [Int]
    ) throws -> Outcome {
        var decoder = FrameDecoder(limit: limit, mode: mode)
        var outcome = Outcome()
        var start = 0
        do throws(ProtocolFault) {
            for end in cuts + [input.count] {
                decoder.append(input[start..<end])
                while let payload = try decoder.next() { outcome.payloads.append(payload) }
                guard decoder.bufferedByteCount <= min(limit, Frame.largestPayload) + 4 else {
                    outcome.fault = "keeps \(decoder.bufferedByteCount) bytes"
                    return outcome
                }
                start = end
            }
            try decoder.end()
        } catch {
            outcome.fault = described(error, decoder.mode)
            guard error != .badFrame(.truncated) else { return outcome }
            try staysBroken(&decoder, outcome.fault)
        }
        return outcome
    }

    private static func staysBroken(_ decoder: inout FrameDecoder, _ fault: String?) throws {
        for more: [UInt8] in [[], [0, 0, 0, 1, 0x7B], Array("{}\n".utf8)] {
            decoder.append(more)
            let again = Result { () throws(ProtocolFault) in try decoder.next() }.failure
            try expect(again.map { described($0, decoder.mode) } == fault, "goes on after \(fault ?? "a fault")")
        }
    }

    private static func described(_ fault: ProtocolFault, _ mode: Frame.Mode?) -> String {
        var details = fault.details?.objectValue ?? JSONObject()
        if mode == .text { details["got"] = nil }
        return "\(fault.reason.rawValue) \(JSON.object(details).text)"
    }

    /// Reads the whole input at once, according to sections 1.1 and 1.2 of the protocol's document.
    private static func reading(_ input: [UInt8], _ limit: Int, _ mode: Frame.Mode?) -> Outcome {
        var outcome = Outcome()
        func end(_ fault: ProtocolFault, _ mode: Frame.Mode?) -> Outcome {
            outcome.fault = described(fault, mode)
            return outcome
        }
        guard let first = input.first else { return outcome }
        let modes: [UInt8: Frame.Mode] = [0: .framed, 0x7B: .text]
        guard let mode = mode ?? modes[first] else { return end(.badFrame(.firstByte), nil) }
        var rest = input[...]
        while let next = rest.first {
            switch mode {
            case .framed:
                guard next == 0 else { return end(.badFrame(.firstByte), mode) }
                guard rest.count >= 4 else { return end(.badFrame(.truncated), mode) }
                let length = rest.prefix(4).reduce(0) { $0 * 256 + Int($1) }
                guard length > 0 else { return end(.badFrame(.empty), mode) }
                guard length <= limit else { return end(.tooLarge(got: length, limit: limit), mode) }
                guard rest.count >= 4 + length else { return end(.badFrame(.truncated), mode) }
                outcome.payloads.append(Array(rest.dropFirst(4).prefix(length)))
                rest = rest.dropFirst(4 + length)
            case .text:
                let line = rest.prefix { $0 != 0x0A }
                guard line.count <= limit else { return end(.tooLarge(got: 0, limit: limit), mode) }
                guard line.count < rest.count else { return end(.badFrame(.truncated), mode) }
                guard !line.isEmpty else { return end(.badFrame(.empty), mode) }
                outcome.payloads.append(Array(line))
                rest = rest.dropFirst(line.count + 1)
            }
        }
        return outcome
    }

    private static func writesBack(_ outcome: Outcome, _ input: [UInt8], _ mode: Frame.Mode?) throws {
        let mode = mode ?? (input.first == 0 ? .framed : .text)
        var written: [UInt8] = []
        for payload in outcome.payloads { Frame.append(payload, mode: mode, to: &written) }
        try expect(input.starts(with: written), "what was read is not written as it came")
        try expect(outcome.fault != nil || written.count == input.count, "bytes were passed over")
    }
}
