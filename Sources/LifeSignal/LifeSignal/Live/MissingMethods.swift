import Foundation
import SignalDependencies
import Wire

// What the daemon will have, and does not have yet.

extension WireError {
    /// As the daemon would answer, which is not asked.
    static func missing(_ method: String) -> WireError {
        WireError(.unimplemented, "rpc.unknown_method", "\(method): this daemon does not have it yet")
    }
}

extension ContactClient {
    /// A client of that daemon, which has none of these methods yet.
    package static func live(_ backendService: BackendService) -> Self {
        Self(
            getContacts: { throw ContactError(.missing("contact.list")) },
            getContact: { _ in throw ContactError(.missing("contact.get")) },
            addContact: { _, _, _, _, _, _ in throw ContactError(.missing("contact.add")) },
            updateContact: { _ in throw ContactError(.missing("contact.update")) },
            removeContact: { _ in throw ContactError(.missing("contact.remove")) },
            getContactInfo: { _ in throw ContactError(.missing("contact.info")) },
            contactsStream: { .ended })
    }
}

extension PingClient {
    /// A client of that daemon, which has none of these methods yet.
    package static func live(_ backendService: BackendService) -> Self {
        Self(
            sendPing: { _ in throw PingError(.missing("ping.send")) },
            respondToPing: { _ in throw PingError(.missing("ping.respond")) },
            respondToAllPings: { throw PingError(.missing("ping.respond")) },
            getPendingPings: { throw PingError(.missing("ping.list")) },
            getSentPings: { throw PingError(.missing("ping.list")) },
            pingStream: { .ended })
    }
}

extension StorageClient {
    /// A client of that daemon, which has none of these methods yet.
    package static func live(_ backendService: BackendService) -> Self {
        Self(
            uploadImage: { _ in throw StorageError(.missing("image.put")) },
            downloadImage: { _ in throw StorageError(.missing("image.get")) },
            deleteImage: { _ in throw StorageError(.missing("image.delete")) })
    }
}
