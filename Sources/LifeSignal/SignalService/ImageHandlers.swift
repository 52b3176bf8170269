import DaemonCore
import DaemonKit
import DaemonStore
import LinuxSupport
import Logging
import PictureCodec
import RPC
import SealedDatabase
import SignalAPI
import SignalCore
import SignalStore
import Wire

/// The methods `image.*` and `user.set_image`.
///
/// A picture that a client sends is read and written again by the confined child `seam-picture`. So nothing of a file
/// reaches other people except pixels, and this daemon itself never reads a picture.
struct ImageHandlers: Sendable {
    let sessions: SignalSessions
    let store: StoreThread<SignalStore>
    let clock: SignalClock
    let logger: Logger
    let child: PictureChild
    /// Limits how often each user may store a picture, because each picture starts a child.
    let rate = Locked(PersonRateLimit(.init(burst: 20, every: .seconds(60))))
    /// Finds the session that a call names, and marks it as used.
    let session: FindSession

    /// The pictures of each user that wait for the child. The child reads one picture after another, so one user must
    /// not take the places of all others.
    private let waiting = Locked<[UInt32: Int]>([:])
    private static let mostOfOneUser = 2

    init(
        sessions: SignalSessions, store: StoreThread<SignalStore>, clock: SignalClock, logger: Logger,
        child: PictureChild = PictureChild(), session: @escaping FindSession
    ) {
        (self.sessions, self.store, self.clock) = (sessions, store, clock)
        (self.logger, self.child, self.session) = (logger, child, session)
    }

    func register(in handlers: inout RPCHandlers) {
        handlers.answer(ImagePut.self) { (context, params) async throws(WireError) in
            let id = try await session(context, params.session, .call)
            let person = try await sessions.record(of: id).id
            if let wait = rate.withLock({ $0.use(uid: id.uid, at: SystemClock.monotonic()) }) {
                throw .tooManyImages(wait)
            }
            let (bytes, now) = (try await renewed(params.data, uid: id.uid), clock.now())
            let outcome = try await store.answer(logger, for: .user(id.uid)) { store throws(StoreError) in
                try store.putImage(bytes, of: person, at: now)
            }
            switch outcome {
            case .stored(let name): return ImagePut.Result(image: Hex.encode(name))
            case .full: throw .imageLimit
            }
        }
        handlers.answer(ImageGet.self) { (context, params) async throws(WireError) in
            let (id, now) = (try await session(context, params.session, .call), clock.now())
            let person = try await sessions.record(of: id).id
            let name = try Self.name(params.image)
            let bytes = try await store.found(logger, for: .user(id.uid)) { store throws(StoreError) in
                try store.image(name, for: person, at: now)
            }
            guard let bytes else { throw .unknownImage }
            return ImageGet.Result(data: bytes)
        }
        handlers.answer(ImageDelete.self) { (context, params) async throws(WireError) in
            let (id, now) = (try await session(context, params.session, .call), clock.now())
            let name = try Self.name(params.image)
            _ = try await sessions.changed(id) { store, person throws(StoreError) in
                try store.deleteImage(name, of: person, at: now)
            }
            return Nothing()
        }
        handlers.answer(UserSetImage.self) { (context, params) async throws(WireError) in
            let (id, now) = (try await session(context, params.session, .call), clock.now())
            let name: [UInt8]? = if let image = params.image { try Self.name(image) } else { nil }
            let record = try await sessions.changed(id) { store, person throws(StoreError) in
                try store.showImage(name, of: person, at: now)
            }
            guard record != nil else { throw .unknownImage }
            return Nothing()
        }
    }

    /// The name of a picture in bytes. The contract has checked that the text consists of 64 hexadecimal digits.
    private static func name(_ text: String) throws(WireError) -> [UInt8] {
        guard let name = Hex.decode(text) else { throw .unknownImage }
        return name
    }

    /// The picture that is stored in place of a user's file. If the fault is not the picture's, the try does not count
    /// against the user's rate.
    private func renewed(_ file: [UInt8], uid: UInt32) async throws(WireError) -> [UInt8] {
        do throws(PictureError) {
            guard waiting.withLock({ Self.take(uid, in: &$0) }) else { throw PictureError(.busy) }
            defer { waiting.withLock { $0[uid] = $0[uid].flatMap { $0 > 1 ? $0 - 1 : nil } } }
            return try await child.later { (child) throws(PictureError) in
                try child.compact(file, longestSide: StoredPicture.longestSide, bytes: StoredPicture.bytes).bytes
            }
        } catch {
            if !error.isOfThePicture { rate.withLock { $0.giveBack(uid: uid) } }
            if !error.isOfThePicture, error.code != .busy {
                logger.error("a picture could not be read", metadata: ["error": "\(error)"])
            }
            throw WireError(error)
        }
    }

    private static func take(_ uid: UInt32, in waiting: inout [UInt32: Int]) -> Bool {
        guard waiting[uid, default: 0] < mostOfOneUser else { return false }
        waiting[uid, default: 0] += 1
        return true
    }
}
