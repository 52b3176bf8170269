public import Foundation
public import SignalDependencies

/// The codes with which people find each other. They need no daemon.
public struct QRCodeClient: Sendable {
    /// Draws the code for a ``User/qrCodeID``: black on white, with the margin that scanners need. Throws
    /// ``QRCodeError``.
    public var generateQRCode: @Sendable (UUID) async throws -> UIImage
    /// Reads a code's text, scanned or typed: see ``SignalCode``. Throws ``QRCodeError``.
    public var parseQRCode: @Sendable (String) async throws -> UUID

    /// Creates a client from closures.
    public init(
        generateQRCode: @escaping @Sendable (UUID) async throws -> UIImage,
        parseQRCode: @escaping @Sendable (String) async throws -> UUID
    ) {
        self.generateQRCode = generateQRCode
        self.parseQRCode = parseQRCode
    }

    /// ``generateQRCode``, with labels.
    public func generateQRCode(for id: UUID) async throws -> UIImage {
        try await generateQRCode(id)
    }

    /// ``parseQRCode``, with labels.
    public func parseQRCode(qrCode: String) async throws -> UUID {
        try await parseQRCode(qrCode)
    }
}

extension QRCodeClient: DependencyKey {
    /// Draws with libqrencode.
    public static var liveValue: Self {
        Self(
            generateQRCode: { try SignalCode.image(of: $0) },
            parseQRCode: { try SignalCode.id(in: $0) })
    }

    /// The same as ``liveValue``.
    public static var previewValue: Self { liveValue }

    /// Fails: a test sets what it needs.
    public static var testValue: Self {
        Self(
            generateQRCode: { _ in throw QRCodeError.unimplemented("QRCodeClient.generateQRCode") },
            parseQRCode: { _ in throw QRCodeError.unimplemented("QRCodeClient.parseQRCode") })
    }
}

extension DependencyValues {
    /// The current task's ``QRCodeClient``.
    public var qrCodeClient: QRCodeClient {
        get { self[QRCodeClient.self] }
        set { self[QRCodeClient.self] = newValue }
    }
}
