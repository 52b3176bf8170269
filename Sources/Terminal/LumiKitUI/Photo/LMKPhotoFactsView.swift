import Foundation
import LinuxSupport
import LumiKitCore
package import PictureCodec
package import SeamSwiftUI

/// What the file of a photo contains about it, one fact in a line. A fact that the file does not contain has no line.
package struct LMKPhotoFactsView: View {
    /// The words before the facts.
    package nonisolated struct Strings: Hashable, Sendable {
        package var date = "Taken", camera = "Camera", lens = "Lens", exposure = "Exposure", aperture = "Aperture"
        package var sensitivity = "ISO", focalLength = "Focal length", place = "Place"
        /// What is shown if the file contains nothing.
        package var nothing = "The file contains nothing about the photo."

        package init() {}
    }

    /// The words of all views. A program sets the words before it shows its screen.
    package nonisolated static var strings: Strings {
        get { words.withLock { $0 } }
        set { words.withLock { $0 = newValue } }
    }

    private nonisolated static let words = Locked(Strings())

    private let facts: PictureFacts
    @Environment(\.lmkDesign) private var design

    package init(_ facts: PictureFacts) { self.facts = facts }

    package var body: some View {
        let lines = Self.lines(facts)
        VStack(alignment: .leading, spacing: 0) {
            if lines.isEmpty { Text(verbatim: Self.strings.nothing) }
            ForEach(lines, id: \.name) { line in
                HStack(alignment: .top, spacing: 8) {
                    Text(verbatim: line.name).foregroundColor(design.colors.textSecondary).lineLimit(1)
                        .frame(width: 112, alignment: .leading)
                    Text(verbatim: line.value).foregroundColor(design.colors.textPrimary)
                }
            }
        }
    }

    /// Returns the facts as texts.
    static func lines(_ facts: PictureFacts) -> [(name: String, value: String)] {
        let words = strings
        let camera = [facts.maker, facts.camera].compactMap(\.self).joined(separator: " ")
        let date = facts.lmkDate.map { LMKDateFormatterHelper.formatDate($0, includeTime: true) }
        let place = facts.lmkPlace.map { "\(number($0.latitude, 5)), \(number($0.longitude, 5))" }
        let lines: [(String, String?)] = [
            (words.date, date), (words.camera, camera.isEmpty ? nil : camera), (words.lens, facts.lens),
            (words.exposure, facts.exposure.map(seconds)),
            (words.aperture, facts.aperture.map { "f/\(number($0, 1))" }),
            (words.sensitivity, facts.sensitivity.map { number($0, 0) }),
            (words.focalLength, facts.focalLength.map { "\(number($0, 1)) mm" }), (words.place, place),
        ]
        return lines.compactMap { name, value in value.map { (name, $0) } }
    }

    /// Returns an exposure time, such as "1/125 s" or "2.5 s".
    private static func seconds(_ time: Double) -> String {
        time > 0 && time < 0.5 ? "1/\(number(1 / time, 0)) s" : "\(number(time, 1)) s"
    }

    /// Returns a number with at most `places` decimal places.
    private static func number(_ value: Double, _ places: Int) -> String {
        value.formatted(
            .number.precision(.fractionLength(0...places)).grouping(.never).locale(Locale(identifier: "en_US_POSIX")))
    }
}
