import Foundation
import TermControls
import TermCore
import TermUI
import Testing

/// Tests animations. In a terminal, an animation immediately shows its end.
@MainActor @Suite struct MotionTests {
    private struct Counter: View {
        @State private var count = 0
        @State private var isDone = false
        let ended: () -> Void

        var body: some View {
            Button("\(count) \(isDone)") {
                withAnimation(.spring(duration: 1).delay(2).repeatForever()) {
                    count += 1
                } completion: {
                    isDone = true
                    ended()
                }
            }
            .transition(.scale.combined(with: .move(edge: .top))).animation(.bouncy, value: count)
            .animation(.easeIn(duration: 1)) { $0.opacity(1) }
            .contentTransition(.numericText()).sensoryFeedback(.success, trigger: count)
        }
    }

    @Test("motion: a change is there at once and then complete") func aChangeIsThereAtOnceAndThenComplete() async {
        await withCheckedContinuation { continuation in
            let pilot = Pilot(Counter { continuation.resume() }, columns: 20, rows: 1)
            pilot.press(.return)
            #expect(pilot.text.contains("1 false"))
            kept = pilot
        }
        kept?.advance(by: .zero)
        #expect(kept?.text.contains("1 true") == true)
        let value = withTransaction(Transaction(animation: .smooth)) { withTransaction(\.isContinuous, true) { 7 } }
        #expect(value == 7)
    }

    @Test("motion: a success, a warning and an error sound when the value changes")
    func feedbackSounds() {
        struct Signals: View {
            @State private var count = 0

            var body: some View {
                Button("\(count)") { count += 1 }
                    .sensoryFeedback(trigger: count) { _, new in
                        [.success, .warning, .error, .selection, .impact(weight: .heavy), nil][new - 1]
                    }
                    .sensoryFeedback(.error, trigger: count) { old, new in old == 5 && new == 6 }
            }
        }
        var tones: [TerminalTone] = []
        var environment = EnvironmentValues()
        environment.feedback = FeedbackAction { tones.append($0) }
        let pilot = Pilot(Signals(), columns: 20, rows: 1, environment: environment)
        #expect(tones.isEmpty)
        for _ in 0..<6 { pilot.press(.return) }
        #expect(tones == [.success, .warning, .error, .error])
    }

    @Test("motion: a timeline goes through its moments") func aTimelineGoesThroughItsMoments() throws {
        let start = Date.now
        var dates: [Date] = []
        let pilot = Pilot(
            TimelineView(.periodic(from: start, by: 10)) { context in
                let _ = dates.append(context.date)
                Text("\(context.date.timeIntervalSince(start).rounded())")
            }, columns: 20, rows: 1)
        #expect(pilot.text.contains("0"))
        pilot.advance(by: .seconds(25))
        #expect(pilot.text.contains("20.0") && dates.count == 3)
        #expect(Pilot(TimelineView(.explicit([])) { _ in Text("still") }, columns: 9, rows: 1).isWaiting == false)
    }

    @Test("motion: a timeline is slow where nothing may move") func aTimelineIsSlowWhereNothingMayMove() {
        func turns(_ isStill: Bool) -> Int {
            var environment = EnvironmentValues()
            environment.reduceMotion = isStill
            var turns = 0
            let pilot = Pilot(
                TimelineView(.animation) { context in
                    let _ = turns += 1
                    Text("\(context.cadence == .live)")
                }, columns: 9, rows: 1, environment: environment)
            pilot.advance(by: .seconds(3))
            return turns
        }
        #expect((3...4).contains(turns(true)) && turns(false) > 40)
    }

    @Test("motion: a timeline of odd numbers comes to an end") func aTimelineOfOddNumbersComesToAnEnd() {
        for interval in [Double.nan, .infinity, 0, -1, 1e300, 1e-300] {
            for start in [Date.distantPast, .distantFuture, .now] {
                let pilot = Pilot(
                    TimelineView(.periodic(from: start, by: interval)) { _ in Text("x") }, columns: 3, rows: 1)
                pilot.advance(by: .milliseconds(100))
                #expect(pilot.text.contains("x"))
            }
        }
    }

    @Test("motion: effects change colours where they can") func effectsChangeColoursWhereTheyCan() {
        func shown(_ view: some View) -> TerminalColor? {
            Pilot(view, columns: 1, rows: 1).style(of: "x")?.foreground
        }
        let red = Text("x").foregroundColor(Color(red: 1, green: 0, blue: 0))
        #expect(shown(red.grayscale(1)) == .rgb(54, 54, 54))
        #expect(shown(red.colorInvert()) == .rgb(0, 255, 255))
        #expect(shown(red.colorMultiply(Color(red: 0.5, green: 1, blue: 1))) == .rgb(128, 0, 0))
        #expect(shown(red.hueRotation(.zero)) == .rgb(255, 0, 0))
        #expect(shown(red.hueRotation(.degrees(.nan)).saturation(.infinity)) != nil)
        #expect(shown(Text("x").colorInvert()) == .standard, "the terminal's own colour is not known")
        #expect(shown(red.blur(radius: 3).blendMode(.screen).compositingGroup()) == .rgb(255, 0, 0))
    }

    @Test("motion: a turned chevron is another character") func aTurnedChevronIsAnotherCharacter() {
        func turned(_ degrees: Double, _ text: String = "›") -> String {
            Pilot(Text(text).rotationEffect(.degrees(degrees)), columns: 2, rows: 1).text
        }
        #expect(turned(90) == "⌄" && turned(-90) == "⌃" && turned(180) == "‹" && turned(360) == "›")
        #expect(turned(90, "▸") == "▾" && turned(90, "a") == "a" && turned(.nan) == "›" && turned(1e300) == "›")
        #expect(turned(90, "ab") == "ab")
    }

    @Test("motion: a scale of zero hides") func aScaleOfZeroHides() {
        #expect(Pilot(Text("x").scaleEffect(0), columns: 2, rows: 1).text.isEmpty)
        #expect(Pilot(Text("x").scaleEffect(x: 1, y: 0), columns: 2, rows: 1).plain.lines.isEmpty)
        #expect(
            Pilot(Text("x").scaleEffect(0.1).scaleEffect(CGSize(width: 2, height: 2)), columns: 2, rows: 1).text == "x")
    }

    @Test("motion: phases stand still") func phasesStandStill() {
        let looped = PhaseAnimator([1, 2, 3]) {
            Text("\($0)")
        } animation: { _ in
            .snappy
        }
        #expect(Pilot(looped, columns: 2, rows: 1).text == "3")
        let started = Text("p").phaseAnimator([1, 2], trigger: true) { content, phase in
            HStack {
                content; Text("\(phase)")
            }
        }
        #expect(Pilot(started, columns: 4, rows: 1).text == "p 1")
        let frames = Text("k").keyframeAnimator(initialValue: 5.0, trigger: 1) { content, value in
            content.offset(x: value * 0)
        } keyframes: { _ in
            KeyframeTrack(\.self) {
                LinearKeyframe(1.0, duration: 1)
                SpringKeyframe(0.0)
            }
        }
        #expect(Pilot(frames, columns: 2, rows: 1).text == "k")
    }

    /// A program's own effect, which must compile.
    private struct Shake: GeometryEffect {
        var animatableData: AnimatablePair<CGFloat, Double>

        func effectValue(size: CGSize) -> ProjectionTransform {
            ProjectionTransform(CGAffineTransform(translationX: animatableData.first, y: 0))
        }
    }

    private struct Fade: Transition {
        func body(content: Content, phase: TransitionPhase) -> some View {
            content.opacity(phase.isIdentity ? 1 : 0)
        }
    }

    @Test("motion: effects of the program leave the view") func effectsOfTheProgramLeaveTheView() {
        let view = Text("x").modifier(Shake(animatableData: AnimatablePair(1, 2))).transition(Fade())
            .transition(.asymmetric(insertion: .opacity, removal: AnyTransition(Fade())))
        #expect(Pilot(view, columns: 1, rows: 1).text == "x")
    }

    @Test("motion: a canvas draws paths and texts") func aCanvasDrawsPathsAndTexts() {
        let canvas = DrawingCanvas { context, size in
            context.stroke(Path(CGRect(origin: .zero, size: size)), with: .color(.red))
            context.draw(Text("hi"), at: CGPoint(x: size.width / 2, y: size.height / 2))
            context.drawLayer { layer in
                layer.translateBy(x: 8, y: 16)
                layer.opacity = 0
                layer.fill(Path(CGRect(x: 0, y: 0, width: 80, height: 80)), with: .foreground)
            }
        }
        #expect(Pilot(canvas, columns: 6, rows: 3).text == "┌────┐\n│ hi │\n└────┘")
        let filled = DrawingCanvas { context, size in
            let shading = GraphicsContext.Shading.linearGradient(
                Gradient(colors: [Color(white: 0), Color(white: 1)]), startPoint: .zero,
                endPoint: CGPoint(x: size.width, y: 0))
            context.fill(Path(CGRect(origin: .zero, size: size)), with: shading)
            context.scaleBy(x: .nan, y: .infinity)
            context.draw(Text("far"), in: CGRect(x: 1e300, y: -1e300, width: 8, height: .nan))
            context.stroke(Path(ellipseIn: .infinite), with: .color(white: .nan), lineWidth: .nan)
        }
        #expect(
            Pilot(filled, columns: 2, rows: 1).frame.row(0).map(\.style.background)
                == [64, 191].map { .rgb($0, $0, $0) })
        #expect(Pilot(filled, columns: 0, rows: 0).text.isEmpty)
    }

    @Test("motion: a picture from an address is its placeholder") func aPictureFromAnAddressIsItsPlaceholder() {
        let url = URL(string: "https://example.com/a.png")
        let view = VStack {
            AsyncImage(url: url) {
                $0
            } placeholder: {
                Text("wait")
            }
            AsyncImage(url: url) { phase in if phase.image == nil { Text("empty") } }
        }
        #expect(Pilot(view, columns: 6, rows: 2).text == "wait\nempty")
    }
}

@MainActor private var kept: Pilot?
