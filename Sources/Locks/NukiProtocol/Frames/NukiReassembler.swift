import LockProtocol

/// Reassembles messages from the indications of one characteristic. The indications have no header: the length of a
/// plain frame follows from its command, and a sealed frame contains its length. The reassembler never keeps more bytes
/// than one message can have.
package struct NukiReassembler: Sendable {
    /// The form of a message that is expected next.
    package enum Expectation: Sendable, Equatable {
        /// A plain frame, whose command determines its length.
        case plain
        /// A sealed frame.
        case sealed
        /// A sealed frame, or a plain error report instead.
        case sealedOrPlainError
    }

    /// A complete message, not yet opened.
    package enum Frame: Sendable, Equatable {
        /// A plain message whose checksum was correct.
        case plain(NukiMessage)
        /// A sealed frame of valid length. Nothing else about the frame has been checked.
        case sealed(NukiSealedFrame)
    }

    /// The lengths of the plain frames that a lock sends, including the checksum.
    private static let plainSizes: [NukiCommand: Int] = [
        .publicKey: 36, .challenge: 36, .authorizationID: 88, .status: 5, .errorReport: 7, .authorizationInfo: 5,
    ]
    /// The length of the only plain frame that a lock can send without a session. This frame is an error report, which
    /// may answer command zero.
    private static let plainErrorSize = 7

    /// The form of the next message. Callers may change it only between messages.
    package var expectation: Expectation
    private var gathered: [UInt8] = []

    /// Creates a reassembler that has collected no bytes.
    package init(_ expectation: Expectation) {
        self.expectation = expectation
    }

    /// Adds one indication. Returns the message that this indication completes, if any. Throws if the bytes cannot
    /// become a message. After such an error, the connection is useless, because the start of the next message is
    /// unknown.
    package mutating func append(_ piece: [UInt8]) throws(NukiError) -> Frame? {
        guard gathered.count + piece.count <= NukiSealedFrame.headerSize + NukiSealedFrame.boxSizes.upperBound else {
            throw NukiError(.oversize, "the message is too long")
        }
        gathered += piece
        let frame: Frame?
        switch expectation {
        case .plain: frame = try plainFrame()
        case .sealed: frame = try sealedFrame()
        case .sealedOrPlainError: frame = if let error = plainError() { error } else { try sealedFrame() }
        }
        if frame != nil { gathered = [] }
        return frame
    }

    private func plainFrame() throws(NukiError) -> Frame? {
        guard gathered.count >= 2 else { return nil }
        let command = NukiCommand(rawValue: UInt16(gathered[0]) | UInt16(gathered[1]) << 8)
        guard let size = Self.plainSizes[command] else {
            throw NukiError(.unexpectedCommand, "a plain message cannot have this command")
        }
        guard gathered.count <= size else { throw NukiError(.oversize, "there are bytes after the message") }
        return gathered.count == size ? .plain(try NukiMessage(plainFrame: gathered)) : nil
    }

    private func plainError() -> Frame? {
        guard gathered.count == Self.plainErrorSize, let message = try? NukiMessage(plainFrame: gathered),
            message.command == .errorReport
        else { return nil }
        return .plain(message)
    }

    private func sealedFrame() throws(NukiError) -> Frame? {
        guard gathered.count >= NukiSealedFrame.headerSize else { return nil }
        let length = Int(gathered[28]) | Int(gathered[29]) << 8
        guard NukiSealedFrame.boxSizes.contains(length) else {
            throw NukiError(.badLength, "a box cannot have \(length) bytes")
        }
        let size = NukiSealedFrame.headerSize + length
        guard gathered.count <= size else { throw NukiError(.oversize, "there are bytes after the message") }
        return gathered.count == size ? .sealed(try NukiSealedFrame(gathered)) : nil
    }
}

/// How a lock splits a message into indications.
package enum NukiSegmentation {
    /// Returns the pieces of a message, each of at most `mtu` - 3 bytes; a message that fits is a single piece. An MTU
    /// below 23 is treated as 23.
    package static func pieces(of message: [UInt8], mtu: Int) -> [[UInt8]] {
        let size = max(mtu, 23) - 3
        return stride(from: 0, to: message.count, by: size).map { start in
            Array(message[start..<min(start + size, message.count)])
        }
    }
}
