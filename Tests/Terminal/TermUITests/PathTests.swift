import Foundation
import TermCore
import TermUI
import Testing

/// Tests paths as values, and shapes that no program should draw.
@MainActor @Suite struct PathTests {
    @Test("path: what is inside of a path") func whatIsInsideOfAPath() {
        let circle = Path(ellipseIn: CGRect(x: 0, y: 0, width: 10, height: 10))
        #expect(circle.contains(CGPoint(x: 5, y: 5)) && !circle.contains(CGPoint(x: 1, y: 1)))
        var frame = Path(CGRect(x: 0, y: 0, width: 30, height: 30))
        frame.addRect(CGRect(x: 10, y: 10, width: 10, height: 10))
        #expect(frame.contains(CGPoint(x: 15, y: 15)) && !frame.contains(CGPoint(x: 15, y: 15), eoFill: true))
        #expect(frame.boundingRect == CGRect(x: 0, y: 0, width: 30, height: 30))
        #expect(Path().isEmpty && Path().boundingRect.isNull && Path().currentPoint == nil)
    }

    @Test("path: a trim is a part of the length") func aTrimIsAPartOfTheLength() throws {
        let line = Path { $0.addLines([.zero, CGPoint(x: 10, y: 0), CGPoint(x: 10, y: 10)]) }
        let middle = line.trimmedPath(from: 0.25, to: 0.75)
        #expect(middle.boundingRect == CGRect(x: 5, y: 0, width: 5, height: 5))
        #expect(line.trimmedPath(from: 0.6, to: 0.2).isEmpty && line.trimmedPath(from: -1, to: 7) == line)
        #expect(line.trimmedPath(from: .nan, to: 0.5).currentPoint == CGPoint(x: 10, y: 0))
    }

    @Test("path: arcs go where SwiftUI says") func arcsGoWhereSwiftUISays() throws {
        func end(_ clockwise: Bool) throws -> CGRect {
            Path {
                $0.addArc(
                    center: .zero, radius: 10, startAngle: .zero, endAngle: .degrees(90), clockwise: clockwise)
            }.boundingRect
        }
        let (short, long) = (try end(false), try end(true))
        #expect(abs(short.minX) < 0.01 && abs(short.maxY - 10) < 0.01, "downwards, as rows count")
        #expect(abs(long.minX + 10) < 0.01 && abs(long.minY + 10) < 0.01, "the other way around")
        let transform = CGAffineTransform(rotationAngle: .pi / 2).concatenating(.init(translationX: 5, y: 0))
        let moved = CGPoint(x: 1, y: 0).applying(transform)
        #expect(abs(moved.x - 5) < 1e-9 && abs(moved.y - 1) < 1e-9)
        let back = moved.applying(transform.inverted())
        #expect(abs(back.x - 1) < 1e-9 && abs(back.y) < 1e-9)
    }

    @Test("path: shapes change on the path") func shapesChangeOnThePath() {
        let room = CGRect(x: 0, y: 0, width: 40, height: 20)
        func bounds(_ shape: some Shape) -> CGRect { shape.path(in: room).boundingRect }
        #expect(bounds(Rectangle().scale(0.5)) == CGRect(x: 10, y: 5, width: 20, height: 10))
        #expect(bounds(Rectangle().offset(x: 3, y: 4)) == room.offsetBy(dx: 3, dy: 4))
        #expect(bounds(Rectangle().size(width: 7, height: 8)) == CGRect(x: 0, y: 0, width: 7, height: 8))
        #expect(bounds(Circle()) == CGRect(x: 10, y: 0, width: 20, height: 20))
        #expect(bounds(AnyShape(Capsule().inset(by: 2))) == CGRect(x: 2, y: 2, width: 36, height: 16))
        #expect(abs(bounds(Rectangle().rotation(.degrees(90))).height - 40) < 0.01)
    }

    /// A custom shape, as programs write it.
    private struct Triangle: Shape {
        var progress: Double

        var animatableData: Double {
            get { progress }
            set { progress = newValue }
        }

        func path(in rect: CGRect) -> Path {
            var path = Path()
            path.move(to: CGPoint(x: rect.midX, y: rect.minY))
            path.addLine(to: CGPoint(x: rect.maxX, y: rect.maxY * progress))
            path.addQuadCurve(to: CGPoint(x: rect.minX, y: rect.maxY), control: CGPoint(x: rect.midX, y: rect.maxY))
            path.closeSubpath()
            return path
        }
    }

    @Test("path: a program has shapes of its own") func aProgramHasShapesOfItsOwn() {
        let pilot = Pilot(Triangle(progress: 1).fill(Color(red: 1, green: 0, blue: 0)), columns: 12, rows: 4)
        #expect(pilot.frame[0, 0] == .blank && pilot.frame[6, 3].style.background == .rgb(255, 0, 0))
        #expect(pilot.plain.lines.isEmpty, "a shape says nothing")
    }

    /// No number and no size makes the program trap. The tests include strange numbers, and very small and very large
    /// sizes.
    @Test("path: nothing is too odd") func nothingIsTooOdd() {
        let odd: [CGFloat] = [.nan, .infinity, -.infinity, 1e300, -1e300, 0, -1]
        for (columns, rows) in [(0, 0), (1, 1), (2, 3), (30, 2)] {
            for value in odd {
                let path = Path { path in
                    path.move(to: CGPoint(x: value, y: 0))
                    path.addLine(to: CGPoint(x: 5, y: value))
                    path.addCurve(
                        to: CGPoint(x: 9, y: 9), control1: CGPoint(x: value, y: value), control2: .zero)
                    path.addArc(
                        center: CGPoint(x: 4, y: 4), radius: value, startAngle: .radians(value),
                        endAngle: .degrees(400), clockwise: true)
                    path.addRoundedRect(
                        in: CGRect(x: 0, y: 0, width: value, height: 10),
                        cornerSize: CGSize(width: value, height: 2))
                    path.addArc(tangent1End: .zero, tangent2End: CGPoint(x: value, y: 1), radius: value)
                }
                let gradient = Gradient(colors: [.red, .blue])
                let style = StrokeStyle(lineWidth: value, dash: [value, 3], dashPhase: value)
                let pilot = Pilot(
                    ZStack {
                        path.fill(.red)
                        path.stroke(.red, style: style)
                        Circle().trim(from: value, to: 1).rotation(.radians(value)).stroke(.blue, style: style)
                        Rectangle().inset(by: value).fill(.red).stroke(.blue, lineWidth: value)
                        RoundedRectangle(cornerRadius: value).strokeBorder(.red, lineWidth: value)
                        Ellipse().scale(value).offset(x: value).fill()
                        Rectangle().frame(width: 1e9, height: 1e9).offset(x: -100, y: -100)
                        LinearGradient(
                            gradient: gradient, startPoint: UnitPoint(x: value, y: 0), endPoint: .bottom)
                        AngularGradient(gradient: gradient, center: .top, startAngle: .degrees(value))
                        Color(red: value, green: 0, blue: 0, opacity: value).border(.red, width: value)
                    }, columns: columns, rows: rows)
                #expect(pilot.frame.width == columns && pilot.frame.height == rows)
            }
        }
    }

    @Test("path: nothing is drawn outside of the frame") func nothingIsDrawnOutsideOfTheFrame() {
        let pilot = Pilot(
            Circle().scale(5).stroke(.red, lineWidth: 40).background { Rectangle().offset(x: 30).fill(.blue) }
                .frame(columns: 4, rows: 2), columns: 12, rows: 6)
        let frame = pilot.frame
        for y in 0..<6 {
            for x in 0..<12 where !((4..<8).contains(x) && (2..<4).contains(y)) {
                #expect(frame[x, y] == .blank)
            }
        }
    }
}
