public import Foundation
import LinuxSupport
import PictureCodec
public import PictureModel
import Pictures

/// CoreLocation's place on Earth, in degrees.
public nonisolated struct CLLocationCoordinate2D: Hashable, Sendable {
    public var latitude: Double
    public var longitude: Double

    public init(latitude: Double, longitude: Double) { (self.latitude, self.longitude) = (latitude, longitude) }
}

/// Reads the date and the place of a photo from its file. A child process without files and privileges reads the file,
/// within five seconds.
///
/// A decoded picture does not know them, so the methods for pictures need the bytes of the file. A file takes the place
/// of a phone's photo picker.
public nonisolated enum LMKPhotoEXIFService {
    /// Returns the time on the camera's clock, in the current time zone. Returns nil without `imageData`, or if the
    /// bytes do not contain it. Blocks the calling thread.
    public static func extractDate(from image: UIImage, imageData: Data? = nil) -> Date? {
        imageData.flatMap(facts)?.lmkDate
    }

    /// Returns the time on the camera's clock, in the current time zone, or nil if the file does not contain it.
    public static func extractDate(from file: URL) async -> Date? { await photograph(at: file)?.facts.lmkDate }

    /// Returns the place, or nil without `imageData`, or if the bytes do not contain it. Blocks the calling thread.
    public static func extractLocation(from image: UIImage, imageData: Data? = nil) -> CLLocationCoordinate2D? {
        imageData.flatMap(facts)?.lmkPlace
    }

    /// Returns the place, or nil if the file does not contain it.
    public static func extractLocation(from file: URL) async -> CLLocationCoordinate2D? {
        await photograph(at: file)?.facts.lmkPlace
    }

    private static func facts(_ data: Data) -> PictureFacts? {
        try? Photograph([UInt8](data), longestSide: 1).facts
    }

    /// Reads a file. Returns nil if it is no picture that can be read.
    package static func photograph(at file: URL, longestSide: Int = UIImage.largestSide) async -> Photograph? {
        let path = file.path
        return try? await PictureChild().later { (child) throws(PictureError) in
            guard let bytes = try? SystemFile.read(path, limit: PictureLimits.bytes) else {
                throw PictureError(.notAPicture)
            }
            return try Photograph(bytes, longestSide: longestSide, by: child)
        }
    }
}

nonisolated extension PictureFacts {
    /// The time in the current time zone.
    var lmkDate: Date? {
        guard let moment else { return nil }
        return Calendar.current.date(
            from: DateComponents(
                year: moment.year, month: moment.month, day: moment.day, hour: moment.hour, minute: moment.minute,
                second: moment.second))
    }

    var lmkPlace: CLLocationCoordinate2D? {
        guard let latitude, let longitude else { return nil }
        return CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    }
}
