/// The limits of a picture that the daemon stores. The wire takes no longer string of bytes.
package enum StoredPicture {
    /// The longest side, in pixels.
    package static let longestSide = 512
    /// The most bytes.
    package static let bytes = 49_152
}
