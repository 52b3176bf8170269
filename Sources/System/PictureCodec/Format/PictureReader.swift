/// A finished picture.
package struct PictureResult: Equatable, Sendable {
    package let width: Int
    package let height: Int
    /// The facts in the file that was read.
    package let facts: PictureFacts
    /// The pixels, or the file that was written.
    package let bytes: [UInt8]
}

/// The output of a child, piece by piece. Only an answer to the request is accepted, and only as many bytes as such an
/// answer can have.
package struct PictureReader {
    private let request: PictureRequest
    private var head: [UInt8] = []
    private var answer: PictureAnswer?
    private var body: [UInt8] = []
    /// The reason why the output was refused.
    private(set) var fault: PictureError?

    /// Creates the reader of the answer to a request.
    package init(_ request: PictureRequest) { self.request = request }

    /// Takes the next piece of the output. Returns whether more output is wanted.
    package mutating func take(_ bytes: ArraySlice<UInt8>) -> Bool {
        do throws(PictureError) {
            try add(bytes)
            return true
        } catch {
            fault = error
            return false
        }
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>) throws(PictureError) {
        var bytes = bytes
        while answer == nil, !bytes.isEmpty {
            let wanted = head.count < PictureAnswer.size ? PictureAnswer.size : try PictureAnswer.length(of: head)
            let next = bytes.prefix(wanted - head.count)
            head += next
            bytes = bytes.dropFirst(next.count)
            guard head.count >= PictureAnswer.size, try PictureAnswer.length(of: head) == head.count else { continue }
            answer = try PictureAnswer(head)
        }
        guard body.count + bytes.count <= request.mostResultBytes else { throw PictureError(.resultTooLarge) }
        body += bytes
    }

    /// The result of the output that was taken, once it is complete. Throws the reason why output was refused, or
    /// `.failed` if this is no answer to the request.
    package consuming func result() throws(PictureError) -> PictureResult {
        if let fault { throw fault }
        guard let answer, request.isAnswered(width: answer.width, height: answer.height, body) else {
            throw PictureError(.failed)
        }
        return PictureResult(width: answer.width, height: answer.height, facts: answer.facts, bytes: body)
    }
}
