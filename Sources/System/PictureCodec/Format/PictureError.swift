/// The reason why a picture was not read or written. Two errors are equal if they have the same code.
package struct PictureError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The stable causes. A number is also the exit status of the child that found the cause.
    package enum Code: Int32, Sendable, CaseIterable {
        /// The bytes are neither a PNG nor a JPEG picture.
        case notAPicture = 65
        /// The picture is cut off or damaged.
        case damaged
        /// The picture is of a rare kind that the libraries do not read.
        case unsupported
        /// Other bytes follow the end of the picture.
        case trailingBytes
        /// The picture has too many bytes.
        case tooManyBytes
        /// A side has too many pixels.
        case sideTooLong
        /// The picture has too many pixels.
        case tooManyPixels
        /// The picture needs too much memory.
        case tooMuchMemory
        /// The picture needs too much time.
        case tooSlow
        /// The result would have too many bytes.
        case resultTooLarge
        /// The child did not understand its request.
        case badRequest
        /// The child could not give up its privileges, and read nothing.
        case notConfined
        /// The program `seam-picture` cannot be started.
        case unavailable
        /// Too many pictures are waiting.
        case busy
        /// The child failed in another way, or its answer cannot be understood.
        case failed

        /// The name of the cause on the wire and in scripts.
        package var name: String {
            switch self {
            case .notAPicture: "not_a_picture"
            case .damaged: "damaged"
            case .unsupported: "unsupported"
            case .trailingBytes: "trailing_bytes"
            case .tooManyBytes: "too_many_bytes"
            case .sideTooLong: "side_too_long"
            case .tooManyPixels: "too_many_pixels"
            case .tooMuchMemory: "too_much_memory"
            case .tooSlow: "too_slow"
            case .resultTooLarge: "result_too_large"
            case .badRequest: "bad_request"
            case .notConfined: "not_confined"
            case .unavailable: "unavailable"
            case .busy: "busy"
            case .failed: "failed"
            }
        }
    }

    /// The stable cause.
    package let code: Code

    /// Creates an error.
    package init(_ code: Code) { self.code = code }

    /// The part of the picture or of the work that is at fault.
    package var field: String {
        switch code {
        case .notAPicture, .damaged, .unsupported: "picture"
        case .trailingBytes, .tooManyBytes: "bytes"
        case .sideTooLong: "side"
        case .tooManyPixels: "pixels"
        case .tooMuchMemory: "memory"
        case .tooSlow: "time"
        case .resultTooLarge: "result"
        case .badRequest: "request"
        case .notConfined, .unavailable, .failed: "program"
        case .busy: "queue"
        }
    }

    /// The limit that was exceeded, in the unit of the message, or nil for any other cause.
    package var limit: Int? {
        switch code {
        case .tooManyBytes: PictureLimits.bytes
        case .sideTooLong: PictureLimits.side
        case .tooManyPixels: PictureLimits.pixels
        case .tooMuchMemory: PictureLimits.memory
        case .tooSlow: PictureLimits.seconds
        case .busy: PictureLimits.waiting
        default: nil
        }
    }

    /// Whether the picture itself is at fault, so that another try with the same picture is useless.
    package var isOfThePicture: Bool { code.rawValue <= Code.resultTooLarge.rawValue }

    package var description: String {
        switch code {
        case .notAPicture: "this is neither a PNG nor a JPEG picture"
        case .damaged: "the picture is cut off or damaged"
        case .unsupported: "this kind of PNG or JPEG is not supported"
        case .trailingBytes: "other bytes follow the end of the picture"
        case .tooManyBytes: "the picture has more than \(PictureLimits.bytes) bytes"
        case .sideTooLong: "a side of the picture has more than \(PictureLimits.side) pixels"
        case .tooManyPixels: "the picture has more than \(PictureLimits.pixels) pixels"
        case .tooMuchMemory: "the picture needs more than \(PictureLimits.memory) bytes of memory"
        case .tooSlow: "the picture needs more than \(PictureLimits.seconds) seconds"
        case .resultTooLarge: "the picture does not become small enough"
        case .badRequest: "seam-picture is from another release"
        case .notConfined: "this kernel or container does not let seam-picture give up its privileges"
        case .unavailable: "the program seam-picture cannot be started"
        case .busy: "\(PictureLimits.waiting) pictures are waiting already"
        case .failed: "the program seam-picture failed"
        }
    }
}

/// The limits on a picture, and on the work for it.
package enum PictureLimits {
    /// The most bytes of a picture file.
    package static let bytes = 8 << 20
    /// The most pixels in a row or a column.
    package static let side = 8_192
    /// The most pixels of a picture.
    package static let pixels = 40_000_000
    /// The child's address space, in bytes.
    package static let memory = 256 << 20
    /// The time for a picture, in seconds.
    package static let seconds = 5
    /// The most bytes of an answer's facts.
    static let factBytes = 2_048
    /// The most pictures that wait for their turn.
    package static let waiting = 16
}
