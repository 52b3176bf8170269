public import Foundation

extension View {
    /// Leaves the view as it is: cells have no round corners.
    public func cornerRadius(_ radius: CGFloat, antialiased: Bool = true) -> some View {
        Undrawn.tell("round corners")
        return self
    }

    /// Leaves the view as it is: cells cast no shadow.
    public func shadow(color: Color = .gray, radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0) -> some View {
        Undrawn.tell("shadows")
        return self
    }
}

extension View {
    /// Leaves the view as it is; a debug build reports that `kind` is not drawn.
    func without(_ kind: String) -> Self {
        Undrawn.tell(kind)
        return self
    }
}

/// Effects that were asked for and are not drawn.
enum Undrawn {
    private static var told: Set<String> = []

    /// Reports this in a debug build, once for each kind.
    static func tell(_ kind: String) {
        #if DEBUG
            guard told.insert(kind).inserted else { return }
            FileHandle.standardError.write(Data("a terminal has no \(kind): nothing is drawn of them\n".utf8))
        #endif
    }
}
