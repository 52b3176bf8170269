/// A file type with the members that LumiKit needs. Linux has no UniformTypeIdentifiers module.
public struct UTType: Hashable, Sendable {
    /// The name of the type, as in "public.png".
    public let identifier: String
    /// The usual extension of file names, without the dot.
    public let preferredFilenameExtension: String?

    private init(_ identifier: String, _ ending: String) {
        self.identifier = identifier
        preferredFilenameExtension = ending
    }

    private static let all: [UTType] = [
        .jpeg, .png, .gif, .heic, .webP, .tiff, .svg, .pdf, .plainText, .json, .xml, .html, .zip, .mpeg4Movie,
        .quickTimeMovie, .mp3, .commaSeparatedText,
    ]

    /// Creates the type whose file names end in `filenameExtension`, in upper or lower case. Returns nil if the ending
    /// is unknown.
    public init?(filenameExtension: String) {
        let ending = filenameExtension.lowercased()
        let also = ["jpg": "jpeg", "htm": "html", "tif": "tiff", "text": "txt"][ending] ?? ending
        guard let type = Self.all.first(where: { $0.preferredFilenameExtension == also }) else { return nil }
        self = type
    }

    /// The type whose files end in ".jpeg".
    public static let jpeg = UTType("public.jpeg", "jpeg")
    /// The type whose files end in ".png".
    public static let png = UTType("public.png", "png")
    /// The type whose files end in ".gif".
    public static let gif = UTType("com.compuserve.gif", "gif")
    /// The type whose files end in ".heic".
    public static let heic = UTType("public.heic", "heic")
    /// The type whose files end in ".webp".
    public static let webP = UTType("org.webmproject.webp", "webp")
    /// The type whose files end in ".tiff".
    public static let tiff = UTType("public.tiff", "tiff")
    /// The type whose files end in ".svg".
    public static let svg = UTType("public.svg-image", "svg")
    /// The type whose files end in ".pdf".
    public static let pdf = UTType("com.adobe.pdf", "pdf")
    /// The type whose files end in ".txt".
    public static let plainText = UTType("public.plain-text", "txt")
    /// The type whose files end in ".json".
    public static let json = UTType("public.json", "json")
    /// The type whose files end in ".xml".
    public static let xml = UTType("public.xml", "xml")
    /// The type whose files end in ".html".
    public static let html = UTType("public.html", "html")
    /// The type whose files end in ".zip".
    public static let zip = UTType("public.zip-archive", "zip")
    /// The type whose files end in ".mp4".
    public static let mpeg4Movie = UTType("public.mpeg-4", "mp4")
    /// The type whose files end in ".mov".
    public static let quickTimeMovie = UTType("com.apple.quicktime-movie", "mov")
    /// The type whose files end in ".mp3".
    public static let mp3 = UTType("public.mp3", "mp3")
    /// The type whose files end in ".csv".
    public static let commaSeparatedText = UTType("public.comma-separated-values-text", "csv")
}
