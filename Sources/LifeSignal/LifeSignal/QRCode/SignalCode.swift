public import Foundation
import PictureModel
import QRCodes
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

    /// Draws a code as a picture, with its margin. Throws `.serverError` if the code cannot be drawn.
    static func image(of id: UUID) throws(QRCodeError) -> UIImage {
        guard let code = QRCode(text(of: id), mode: .shortest),
            let modules = PictureModules(width: code.width, dark: code.dark)
        else {
            throw .serverError("the code could not be drawn")
        }
        return UIImage(code: modules, side: modules.side * module)
    }
}
