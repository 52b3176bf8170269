import Foundation

extension String {
    /// The text in Unicode's form NFC, so that texts that look the same are stored the same.
    var normalForm: String { precomposedStringWithCanonicalMapping }
}
