public import Foundation

/// A path of lines and curves, in points from the upper left corner.
nonisolated public struct Path: Hashable, Sendable {
    public enum Element: Hashable, Sendable {
        case move(to: CGPoint)
        case line(to: CGPoint)
        /// A curve with one control point.
        case quadCurve(to: CGPoint, control: CGPoint)
        /// A curve with two control points.
        case curve(to: CGPoint, control1: CGPoint, control2: CGPoint)
        /// A straight line back to the start of the part.
        case closeSubpath
    }

    /// The shape of a path that consists of only this shape. Such paths are drawn with a terminal's own characters.
    enum Figure: Hashable, Sendable {
        case rectangle(CGRect, isRounded: Bool)
        case ellipse(CGRect)
    }

    private(set) var elements: [Element] = []
    private(set) var form: Figure?
    /// The line style, if the path represents a line and not the area inside it.
    var outline: StrokeStyle?
    private var start = CGPoint.zero
    /// The point at which the next line begins, or nil if the path is still empty.
    public private(set) var currentPoint: CGPoint?

    public init() {}

    public init(_ callback: (inout Path) -> Void) { callback(&self) }

    public init(_ rect: CGRect) { addRect(rect) }

    public init(ellipseIn rect: CGRect) { addEllipse(in: rect) }

    public init(roundedRect rect: CGRect, cornerSize: CGSize, style: RoundedCornerStyle = .continuous) {
        addRoundedRect(in: rect, cornerSize: cornerSize, style: style)
    }

    public init(roundedRect rect: CGRect, cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
        addRoundedRect(in: rect, cornerSize: CGSize(width: cornerRadius, height: cornerRadius), style: style)
    }

    public init(
        roundedRect rect: CGRect, cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous
    ) {
        addRoundedRect(in: rect, cornerRadii: cornerRadii, style: style)
    }

    /// Whether the path is empty.
    public var isEmpty: Bool { elements.isEmpty }

    public func forEach(_ body: (Element) -> Void) { elements.forEach(body) }

    private mutating func add(_ element: Element, to point: CGPoint) {
        form = nil
        if currentPoint == nil {
            elements.append(.move(to: point))
            start = point
        }
        elements.append(element)
        currentPoint = point
    }

    public mutating func move(to end: CGPoint) {
        form = nil
        elements.append(.move(to: end))
        (start, currentPoint) = (end, end)
    }

    public mutating func addLine(to end: CGPoint) { add(.line(to: end), to: end) }

    public mutating func addQuadCurve(to end: CGPoint, control: CGPoint) {
        add(.quadCurve(to: end, control: control), to: end)
    }

    public mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
        add(.curve(to: end, control1: control1, control2: control2), to: end)
    }

    /// Adds a straight line back to the start of the part.
    public mutating func closeSubpath() {
        guard currentPoint != nil else { return }
        add(.closeSubpath, to: start)
    }

    /// Adds straight lines from the first point to the last.
    public mutating func addLines(_ lines: [CGPoint]) {
        guard let first = lines.first else { return }
        move(to: first)
        for point in lines.dropFirst() { addLine(to: point) }
    }

    public mutating func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
        draw(.rectangle(rect, isRounded: false), transform) { path in
            path.addLines([
                CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY),
                CGPoint(x: rect.maxX, y: rect.maxY), CGPoint(x: rect.minX, y: rect.maxY),
            ])
            path.closeSubpath()
        }
    }

    public mutating func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
        for rect in rects { addRect(rect, transform: transform) }
    }

    public mutating func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
        let center = CGPoint(x: rect.midX, y: rect.midY)
        let squeeze = CGAffineTransform(
            a: rect.width / 2, b: 0, c: 0, d: rect.height / 2, tx: center.x, ty: center.y)
        draw(.ellipse(rect), transform) { path in
            path.addRelativeArc(
                center: .zero, radius: 1, startAngle: .zero, delta: .degrees(360), transform: squeeze)
            path.closeSubpath()
        }
    }

    public mutating func addRoundedRect(
        in rect: CGRect, cornerSize: CGSize, style: RoundedCornerStyle = .continuous,
        transform: CGAffineTransform = .identity
    ) {
        addCorners(rect, Array(repeating: cornerSize, count: 4), transform)
    }

    public mutating func addRoundedRect(
        in rect: CGRect, cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous,
        transform: CGAffineTransform = .identity
    ) {
        let radii = [
            cornerRadii.topLeading, cornerRadii.topTrailing, cornerRadii.bottomTrailing, cornerRadii.bottomLeading,
        ]
        addCorners(rect, radii.map { CGSize(width: $0, height: $0) }, transform)
    }

    /// Adds the corners clockwise from the upper left.
    private mutating func addCorners(_ rect: CGRect, _ sizes: [CGSize], _ transform: CGAffineTransform) {
        func fit(_ length: CGFloat, _ room: CGFloat) -> CGFloat { length > 0 ? min(length, max(0, room / 2)) : 0 }
        let corners = sizes.map { CGSize(width: fit($0.width, rect.width), height: fit($0.height, rect.height)) }
        let isRounded = corners.contains { $0.width > 0 && $0.height > 0 }
        guard isRounded else { return addRect(rect, transform: transform) }
        let places: [(x: CGFloat, y: CGFloat, right: CGFloat, down: CGFloat)] = [
            (rect.minX, rect.minY, 1, 1), (rect.maxX, rect.minY, -1, 1), (rect.maxX, rect.maxY, -1, -1),
            (rect.minX, rect.maxY, 1, -1),
        ]
        draw(.rectangle(rect, isRounded: true), transform) { path in
            for (turn, (corner, place)) in zip(corners, places).enumerated() {
                let center = CGPoint(x: place.x + place.right * corner.width, y: place.y + place.down * corner.height)
                path.addRelativeArc(
                    center: .zero, radius: 1, startAngle: .degrees(180 + 90 * Double(turn)), delta: .degrees(90),
                    transform: CGAffineTransform(
                        a: corner.width, b: 0, c: 0, d: corner.height, tx: center.x, ty: center.y))
            }
            path.closeSubpath()
        }
    }

    /// Adds an arc of a circle. The argument `clockwise` is as in SwiftUI, where it means the opposite direction.
    public mutating func addArc(
        center: CGPoint, radius: CGFloat, startAngle: Angle, endAngle: Angle, clockwise: Bool,
        transform: CGAffineTransform = .identity
    ) {
        let full = 2 * Double.pi
        var turn = endAngle.radians - startAngle.radians
        if abs(turn) < full || (clockwise ? turn > 0 : turn < 0) {
            turn = turn.truncatingRemainder(dividingBy: full)
            if clockwise, turn > 0 { turn -= full }
            if !clockwise, turn < 0 { turn += full }
        }
        addRelativeArc(
            center: center, radius: radius, startAngle: startAngle, delta: Angle(radians: turn), transform: transform)
    }

    /// Adds an arc of a circle that starts at an angle. The arc is at most one full turn.
    public mutating func addRelativeArc(
        center: CGPoint, radius: CGFloat, startAngle: Angle, delta: Angle, transform: CGAffineTransform = .identity
    ) {
        guard startAngle.radians.isFinite, delta.radians.isFinite else { return }
        let turn = min(max(delta.radians, -2 * .pi), 2 * .pi)
        let count = max(1, Int((abs(turn) / (.pi / 2)).rounded(.up)))
        let step = turn / Double(count)
        let reach = 4 / 3 * tan(step / 4)
        func point(_ angle: Double, _ along: Double) -> CGPoint {
            CGPoint(
                x: center.x + radius * (cos(angle) - along * sin(angle)),
                y: center.y + radius * (sin(angle) + along * cos(angle))
            ).applying(transform)
        }
        let first = point(startAngle.radians, 0)
        if currentPoint == nil { move(to: first) } else { addLine(to: first) }
        for index in 0..<count {
            let from = startAngle.radians + Double(index) * step
            addCurve(
                to: point(from + step, 0), control1: point(from, reach), control2: point(from + step, -reach))
        }
    }

    /// Adds a rounded corner between the current point, `end1` and `end2`.
    public mutating func addArc(
        tangent1End end1: CGPoint, tangent2End end2: CGPoint, radius: CGFloat,
        transform: CGAffineTransform = .identity
    ) {
        let from = currentPoint ?? end1
        let (before, after) = (hypot(from.x - end1.x, from.y - end1.y), hypot(end2.x - end1.x, end2.y - end1.y))
        guard before > 0, after > 0, radius > 0 else { return addLine(to: end1) }
        let cosine = ((from.x - end1.x) * (end2.x - end1.x) + (from.y - end1.y) * (end2.y - end1.y)) / before / after
        let reach = radius / tan(acos(min(max(cosine, -1), 1)) / 2)
        guard reach.isFinite else { return addLine(to: end1) }
        addLine(to: end1.part(reach / before, to: from).applying(transform))
        addQuadCurve(to: end1.part(reach / after, to: end2).applying(transform), control: end1.applying(transform))
    }

    public mutating func addPath(_ path: Path, transform: CGAffineTransform = .identity) {
        let isFirst = elements.isEmpty
        let other = path.applying(transform)
        elements += other.elements
        (form, start, currentPoint) = (isFirst ? other.form : nil, other.start, other.currentPoint ?? currentPoint)
        if isFirst { outline = other.outline }
    }

    /// Draws a shape that has its own characters. After a transform, only an upright shape keeps its characters.
    private mutating func draw(_ form: Figure, _ transform: CGAffineTransform, _ body: (inout Path) -> Void) {
        var path = Path()
        body(&path)
        path.form = form
        addPath(path, transform: transform)
    }

    public func applying(_ transform: CGAffineTransform) -> Path {
        guard !transform.isIdentity else { return self }
        var path = self
        path.elements = elements.map { element in
            switch element {
            case .move(let end): .move(to: end.applying(transform))
            case .line(let end): .line(to: end.applying(transform))
            case .quadCurve(let end, let control):
                .quadCurve(to: end.applying(transform), control: control.applying(transform))
            case .curve(let end, let one, let two):
                .curve(
                    to: end.applying(transform), control1: one.applying(transform), control2: two.applying(transform))
            case .closeSubpath: .closeSubpath
            }
        }
        (path.start, path.currentPoint) = (start.applying(transform), currentPoint?.applying(transform))
        switch form {
        case .rectangle(let rect, let isRounded) where transform.isUpright:
            path.form = .rectangle(rect.applying(transform), isRounded: isRounded)
        case .ellipse(let rect) where transform.isUpright: path.form = .ellipse(rect.applying(transform))
        default: path.form = nil
        }
        return path
    }

    public func offsetBy(dx: CGFloat, dy: CGFloat) -> Path {
        applying(CGAffineTransform(translationX: dx, y: dy))
    }
}

nonisolated extension Path: Shape {
    public func path(in rect: CGRect) -> Path { self }
}
