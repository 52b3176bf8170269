import SwiftUI

/// A game of one token on a board, which swipes move to the edges.
public struct SwipeGameView: View {
    enum Move: String { case up, down, left, right }
    @State private var column = 1
    @State private var row = 1
    @State private var moves = 0
    @State private var last = "none"
    public init() {}
    public var body: some View {
        VStack {
            Text("Moves: \(moves), last: \(last)")
            board
            Button("New game") {
                (column, row, moves) = (1, 1, 0)
                last = "none"
            }
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .contentShape(Rectangle())
        .gesture(
            DragGesture(minimumDistance: 24, coordinateSpace: .global)
                .onEnded { value in
                    let (x, y) = (value.translation.width, value.translation.height)
                    guard max(abs(x), abs(y)) > 48 else { return }
                    withAnimation(.spring()) {
                        move(abs(x) > abs(y) ? (x < 0 ? .left : .right) : (y < 0 ? .up : .down))
                    }
                })
    }

    private var board: some View {
        VStack(spacing: 0) {
            ForEach(0..<3, id: \.self) { y in
                HStack(spacing: 8) {
                    ForEach(0..<3, id: \.self) { x in Text(x == column && y == row ? "X" : ".") }
                }
            }
        }
        .padding()
    }

    private func move(_ move: Move) {
        switch move {
        case .up: row = 0
        case .down: row = 2
        case .left: column = 0
        case .right: column = 2
        }
        moves += 1
        last = move.rawValue
    }
}

struct Line: Identifiable {
    let id = UUID()
    var points: [CGPoint]
}

/// A pad on which a person draws lines.
public struct DrawingPadView: View {
    @State private var lines: [Line] = []
    @State private var current = Line(points: [])
    public init() {}
    public var body: some View {
        VStack(alignment: .leading) {
            Canvas { context, size in
                for line in lines + [current] {
                    var path = Path()
                    path.addLines(line.points)
                    context.stroke(path, with: .color(.blue), lineWidth: 2)
                }
            }
            .frame(width: 240, height: 96)
            .gesture(
                DragGesture(minimumDistance: 0, coordinateSpace: .local)
                    .onChanged { value in current.points.append(value.location) }
                    .onEnded { _ in
                        lines.append(current)
                        current = Line(points: [])
                    }
            )
            .accessibilityLabel("Pad")
            Text("\(lines.count) lines, \(lines.reduce(0) { $0 + $1.points.count }) points")
            if let point = lines.last?.points.last { Text("last at \(Int(point.x)), \(Int(point.y))") }
        }
    }
}
