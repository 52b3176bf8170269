public import Foundation

// A path is converted to straight lines for filling, tracing and measuring it.

nonisolated extension Path {
    /// A straight line.
    struct Line: Hashable, Sendable {
        let from: CGPoint
        let to: CGPoint

        var length: CGFloat { hypot(to.x - from.x, to.y - from.y) }
    }

    /// The number of lines in a curve.
    private static let steps = 16

    /// Returns the path's parts, each as a sequence of connected lines. Points that are not finite are left out. Parts
    /// are closed for filling.
    func parts(closed isClosed: Bool) -> [[Line]] {
        var (parts, part): ([[Line]], [Line]) = ([], [])
        var (start, current) = (CGPoint.zero, CGPoint.zero)
        func add(_ end: CGPoint) {
            guard end.isFinite else { return }
            let end = CGPoint(x: min(max(end.x, -1e6), 1e6), y: min(max(end.y, -1e6), 1e6))
            part.append(Line(from: current, to: end))
            current = end
        }
        func finish() {
            if isClosed, !part.isEmpty { add(start) }
            if !part.isEmpty { parts.append(part) }
            part = []
        }
        for element in elements {
            let from = current
            switch element {
            case .move(let end):
                guard end.isFinite else { continue }
                finish()
                (start, current) = (end, end)
            case .line(let end): add(end)
            case .quadCurve(let end, let control):
                for step in 1...Self.steps {
                    let part = CGFloat(step) / CGFloat(Self.steps)
                    add(from.part(part, to: control).part(part, to: control.part(part, to: end)))
                }
            case .curve(let end, let one, let two):
                for step in 1...Self.steps {
                    let part = CGFloat(step) / CGFloat(Self.steps)
                    let middle = one.part(part, to: two)
                    let (left, right) = (from.part(part, to: one), two.part(part, to: end))
                    add(left.part(part, to: middle).part(part, to: middle.part(part, to: right)))
                }
            case .closeSubpath: add(start)
            }
        }
        finish()
        return parts
    }

    /// The rectangle around the whole path.
    public var boundingRect: CGRect {
        switch form {
        case .rectangle(let rect, _), .ellipse(let rect): rect
        case nil: CGRect(around: parts(closed: false).flatMap { $0.flatMap { [$0.from, $0.to] } })
        }
    }

    public func contains(_ point: CGPoint, eoFill: Bool = false) -> Bool {
        var winding = 0
        for line in parts(closed: true).joined() where (line.from.y <= point.y) != (line.to.y <= point.y) {
            let x = line.from.x + (point.y - line.from.y) / (line.to.y - line.from.y) * (line.to.x - line.from.x)
            if x > point.x { winding += line.from.y < line.to.y ? 1 : -1 }
        }
        return eoFill ? !winding.isMultiple(of: 2) : winding != 0
    }

    /// Returns the part of the path between two fractions of its length, each from 0 to 1.
    public func trimmedPath(from: CGFloat, to: CGFloat) -> Path {
        let (from, to) = (Color.unit(from), Color.unit(to))
        guard from > 0 || to < 1 else { return self }
        let lines = parts(closed: false)
        let whole = lines.joined().reduce(0) { $0 + $1.length }
        let (first, last) = (from * whole, to * whole)
        var (path, passed): (Path, CGFloat) = (Path(), 0)
        path.outline = outline
        for part in lines {
            var isBegun = false
            for line in part where line.length > 0 {
                let (low, high) = (max(first, passed), min(last, passed + line.length))
                if low < high {
                    let begin = line.from.part((low - passed) / line.length, to: line.to)
                    if !isBegun { path.move(to: begin) }
                    path.addLine(to: line.from.part((high - passed) / line.length, to: line.to))
                    isBegun = true
                }
                passed += line.length
            }
        }
        return path
    }

    /// Returns the outline of the path as a path. Filling the outline draws the line.
    public func strokedPath(_ style: StrokeStyle) -> Path {
        var path = self
        path.outline = style
        return path
    }
}
