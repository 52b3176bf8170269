public import Foundation

extension View {
    /// Leaves the view unchanged, because cells have no round corners.
    public func cornerRadius(_ radius: CGFloat, antialiased: Bool = true) -> some View {
        Undrawn.tell("round corners")
        return self
    }

    /// Leaves the view unchanged, because cells cast no shadow.
    public func shadow(color: Color = .gray, radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0) -> some View {
        Undrawn.tell("shadows")
        return self
    }
}

extension View {
    /// Leaves the view unchanged. A debug build reports that `kind` is not drawn.
    func without(_ kind: String) -> Self {
        Undrawn.tell(kind)
        return self
    }
}

/// Reports effects that a program requested, but that are not drawn.
enum Undrawn {
    private static var told: Set<String> = []

    /// Reports an effect that is not drawn, in a debug build, and only once for each kind.
    static func tell(_ kind: String) {
        #if DEBUG
            guard told.insert(kind).inserted else { return }
            FileHandle.standardError.write(Data("a terminal has no \(kind): they are not drawn\n".utf8))
        #endif
    }
}
