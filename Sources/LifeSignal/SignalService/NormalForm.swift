import Foundation

extension String {
    /// The text in Unicode's form NFC: what looks the same is kept the same.
    var normalForm: String { precomposedStringWithCanonicalMapping }
}
