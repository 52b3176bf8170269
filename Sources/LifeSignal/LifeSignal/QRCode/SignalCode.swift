import CQRencode
public import Foundation
import PictureModel
import SignalAPI

/// The content of a person's QR code: `LS1:`, 26 characters of Crockford's base 32 with the 128 bits of
/// ``User/qrCodeID``, and 2 check characters. The code contains nothing else about the person.
public enum SignalCode {
    /// The code text of an id: 32 characters.
    public static func text(of id: UUID) -> String {
        SignalCodeText.text(of: SignalID(id))
    }

    /// Extracts the id from a code's text, or from a bare UUID. Accepts scanner output (lower case, a line ending,
    /// surrounding spaces) and human spelling (I and L for 1, O for 0, hyphens).
    ///
    /// Throws `.validationError` for anything else.
    public static func id(in text: String) throws(QRCodeError) -> UUID {
        do throws(SignalCodeText.Fault) {
            return UUID(try SignalCodeText.id(in: text))
        } catch {
            throw .validationError(error.message)
        }
    }
}

extension SignalCode {
    /// The side of a module, in pixels.
    static let module = 8

    /// Draws a code as a picture, with its margin. Throws `.serverError` if libqrencode cannot draw the code.
    static func image(of id: UUID) throws(QRCodeError) -> UIImage {
        // All of the code's characters are alphanumeric, and libqrencode selects the alphanumeric mode itself.
        guard let code = unsafe QRcode_encodeString(text(of: id), 0, QR_ECLEVEL_M, QR_MODE_8, 1) else {
            throw .serverError("the code could not be drawn")
        }
        defer { unsafe QRcode_free(code) }
        let (width, data) = unsafe (Int(code.pointee.width), code.pointee.data)
        guard let data = unsafe data else { throw .serverError("the code could not be drawn") }
        // The lowest bit says whether a module is dark (qrencode.h).
        let dark = (0..<max(0, width) * max(0, width)).map { unsafe data[$0] & 1 == 1 }
        guard let modules = PictureModules(width: width, dark: dark) else {
            throw .serverError("the code could not be drawn")
        }
        return UIImage(code: modules, side: modules.side * module)
    }
}
