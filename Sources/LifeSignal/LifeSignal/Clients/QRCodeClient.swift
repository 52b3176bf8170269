public import Foundation
public import PictureModel
public import SignalDependencies

/// Makes and reads the QR codes with which people find each other. Making and reading codes needs no daemon.
public struct QRCodeClient: Sendable {
    /// Draws the code for a ``User/qrCodeID``: black on white, with the margin that scanners need. Throws
    /// ``QRCodeError``.
    public var generateQRCode: @Sendable (UUID) async throws -> UIImage
    /// Reads the text of a code that was scanned or typed: see ``SignalCode``. Throws ``QRCodeError``.
    public var parseQRCode: @Sendable (String) async throws -> UUID

    /// Creates a client from closures.
    public init(
        generateQRCode: @escaping @Sendable (UUID) async throws -> UIImage,
        parseQRCode: @escaping @Sendable (String) async throws -> UUID
    ) {
        self.generateQRCode = generateQRCode
        self.parseQRCode = parseQRCode
    }

    /// Calls ``generateQRCode`` with argument labels.
    public func generateQRCode(for id: UUID) async throws -> UIImage {
        try await generateQRCode(id)
    }

    /// Calls ``parseQRCode`` with argument labels.
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

    /// Fails on every call. A test must override the functions that it uses.
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
