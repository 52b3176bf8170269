import LockProtocol

/// A client's request to be paired, in the classic form: step 7, 101 bytes.
package struct NukiAuthorizationRequest: Equatable, Sendable {
    /// The kind of client: 0 app, 1 bridge, 2 fob, 3 keypad.
    package var type: UInt8
    /// The number that the client has chosen for itself.
    package var appID: UInt32
    /// The client's name in its 32-byte field, as received. The field is kept whole because the authenticator also
    /// covers the padding.
    package var nameField: [UInt8]
    /// The client's nonce, 32 bytes.
    package var nonce: [UInt8]
    /// The proof that the sender has the shared key.
    package var authenticator: [UInt8]

    /// Creates an app's request, proved with `key` over the lock's second challenge.
    package init(appID: UInt32, name: String, nonce: [UInt8], challenge: [UInt8], key: NukiSharedKey) {
        type = 0
        self.appID = appID
        nameField = []
        nameField.append(text: name, size: 32)
        self.nonce = nonce
        authenticator = []
        authenticator = expectedAuthenticator(challenge: challenge, key: key)
    }

    /// Reads 101 bytes. Throws `truncated` or `oversize`. The authenticator is not checked.
    package init(payload: [UInt8]) throws(NukiError) {
        var reader = ByteReader(payload)
        authenticator = try reader.bytes(32)
        type = try reader.uint8()
        appID = try reader.uint32()
        nameField = try reader.bytes(32)
        nonce = try reader.bytes(32)
        try reader.end()
    }

    /// The client's name.
    package var name: String { String(decoding: nameField.prefix { $0 != 0 }, as: UTF8.self) }

    /// The encoded payload.
    package var payload: [UInt8] { authenticator + fields + nonce }

    /// Returns the authenticator that a correct request has after the lock's second challenge.
    package func expectedAuthenticator(challenge: [UInt8], key: NukiSharedKey) -> [UInt8] {
        key.authenticator(over: fields, nonce, challenge)
    }

    private var fields: [UInt8] {
        var bytes = [type]
        bytes.append(littleEndian: appID)
        return bytes + nameField
    }
}

/// The lock's answer in the classic form: step 8, 84 bytes.
package struct NukiAuthorizationGrant: Equatable, Sendable {
    /// The id under which the lock knows the client from now on.
    package var authID: UInt32
    /// The lock's UUID, 16 bytes.
    package var uuid: [UInt8]
    /// The lock's nonce, 32 bytes.
    package var nonce: [UInt8]
    /// The proof that the sender has the shared key.
    package var authenticator: [UInt8]

    /// Creates a grant, proved with `key` over the client's nonce.
    package init(authID: UInt32, uuid: [UInt8], nonce: [UInt8], clientNonce: [UInt8], key: NukiSharedKey) {
        self.authID = authID
        self.uuid = uuid
        self.nonce = nonce
        authenticator = []
        authenticator = expectedAuthenticator(clientNonce: clientNonce, key: key)
    }

    /// Reads 84 bytes. Throws `truncated` or `oversize`. The authenticator is not checked.
    package init(payload: [UInt8]) throws(NukiError) {
        var reader = ByteReader(payload)
        authenticator = try reader.bytes(32)
        authID = try reader.uint32()
        uuid = try reader.bytes(16)
        nonce = try reader.bytes(32)
        try reader.end()
    }

    /// The encoded payload.
    package var payload: [UInt8] { authenticator + idBytes(authID) + uuid + nonce }

    /// Returns the authenticator that a correct grant has for a client that sent `clientNonce`.
    package func expectedAuthenticator(clientNonce: [UInt8], key: NukiSharedKey) -> [UInt8] {
        key.authenticator(over: idBytes(authID), uuid, nonce, clientNonce)
    }
}

/// The client's confirmation in the classic form: step 9, 36 bytes.
package struct NukiAuthorizationConfirmation: Equatable, Sendable {
    /// The id assigned by the lock.
    package var authID: UInt32
    /// The proof that the sender has the shared key.
    package var authenticator: [UInt8]

    /// Creates a confirmation, proved with `key` over the lock's nonce.
    package init(authID: UInt32, lockNonce: [UInt8], key: NukiSharedKey) {
        self.authID = authID
        authenticator = key.authenticator(over: idBytes(authID), lockNonce)
    }

    /// Reads 36 bytes. Throws `truncated` or `oversize`. The authenticator is not checked.
    package init(payload: [UInt8]) throws(NukiError) {
        var reader = ByteReader(payload)
        authenticator = try reader.bytes(32)
        authID = try reader.uint32()
        try reader.end()
    }

    /// The encoded payload.
    package var payload: [UInt8] { authenticator + idBytes(authID) }
}

/// A client's request to be paired, in the Ultra form: step 7', 40 bytes, sealed.
package struct NukiUltraAuthorizationRequest: Equatable, Sendable {
    /// The number that the client has chosen for itself.
    package var appID: UInt32
    /// The client's name, at most 32 bytes of UTF-8.
    package var name: String
    /// The lock's security PIN.
    package var pin: UInt32

    /// Creates a request from its fields. A name longer than 32 bytes is truncated when encoded.
    package init(appID: UInt32, name: String, pin: UInt32) {
        self.appID = appID
        self.name = name
        self.pin = pin
    }

    /// Reads 40 bytes. Throws `truncated` or `oversize`.
    package init(payload: [UInt8]) throws(NukiError) {
        var reader = ByteReader(payload)
        appID = try reader.uint32()
        name = try reader.text(32)
        pin = try reader.uint32()
        try reader.end()
    }

    /// The encoded payload.
    package var payload: [UInt8] {
        var bytes = idBytes(appID)
        bytes.append(text: name, size: 32)
        return bytes + idBytes(pin)
    }
}

/// The lock's answer in the Ultra form: step 8', 20 bytes, sealed.
package struct NukiUltraAuthorizationGrant: Equatable, Sendable {
    /// The id under which the lock knows the client from now on.
    package var authID: UInt32
    /// The lock's UUID, 16 bytes.
    package var uuid: [UInt8]

    /// Creates a value from its fields, without checking the fields.
    package init(authID: UInt32, uuid: [UInt8]) {
        self.authID = authID
        self.uuid = uuid
    }

    /// Reads 20 bytes. Throws `truncated` or `oversize`.
    package init(payload: [UInt8]) throws(NukiError) {
        var reader = ByteReader(payload)
        authID = try reader.uint32()
        uuid = try reader.bytes(16)
        try reader.end()
    }

    /// The encoded payload.
    package var payload: [UInt8] { idBytes(authID) + uuid }
}

private func idBytes(_ id: UInt32) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: id)
    return bytes
}
