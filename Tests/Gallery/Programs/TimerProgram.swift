import SwiftUI

final class Countdown: ObservableObject {
    @Published private(set) var remaining = 60
    @Published private(set) var isRunning = false
    @Published private(set) var laps: [Int] = []
    @Published var total = 60 { didSet { reset() } }
    private var ticks: AnyCancellable?
    private let interval: TimeInterval
    init(interval: TimeInterval) { self.interval = interval }
    var fraction: Double { total == 0 ? 0 : Double(remaining) / Double(total) }
    var clock: String { String(format: "%02d:%02d", remaining / 60, remaining % 60) }
    func toggle() {
        guard !isRunning, remaining > 0 else { return pause() }
        isRunning = true
        ticks = Timer.publish(every: interval, on: .main, in: .common).autoconnect()
            .sink { [weak self] _ in self?.tick() }
    }

    func pause() { (isRunning, ticks) = (false, nil) }
    func reset() {
        pause()
        (remaining, laps) = (total, [])
    }

    func lap() { laps.append(total - remaining) }
    func tick() {
        remaining -= 1
        if remaining == 0 { pause() }
    }
}

struct RingButtonStyle: ButtonStyle {
    var color = Color.accentColor
    func makeBody(configuration: Configuration) -> some View {
        configuration.label
            .frame(minWidth: 80).padding(.horizontal)
            .background(color.opacity(configuration.isPressed ? 0.5 : 1), in: Capsule()).foregroundColor(.white)
            .scaleEffect(configuration.isPressed ? 0.95 : 1)
    }
}

/// A timer that counts down.
public struct TimerProgramView: View {
    @StateObject private var countdown: Countdown
    /// Creates a timer. `interval` is the time that a second of the timer really takes.
    public init(interval: TimeInterval = 1) {
        _countdown = StateObject(wrappedValue: Countdown(interval: interval))
    }

    public var body: some View {
        VStack(spacing: 16) {
            ZStack {
                Circle().stroke(Color.gray.opacity(0.3), lineWidth: 8)
                Circle()
                    .trim(from: 0, to: countdown.fraction)
                    .stroke(AngularGradient(colors: [.orange, .red], center: .center), lineWidth: 8)
                    .rotationEffect(.degrees(-90)).animation(.linear(duration: 1), value: countdown.fraction)
                Text(countdown.clock)
                    .font(.system(size: 40, weight: .bold, design: .rounded)).monospacedDigit()
                    .contentTransition(.numericText())
            }
            .frame(width: 160, height: 160)
            Stepper("\(countdown.total) seconds", value: $countdown.total, in: 30...300, step: 30)
                .disabled(countdown.isRunning)
            HStack {
                Button(countdown.isRunning ? "Pause" : "Start", action: countdown.toggle)
                    .buttonStyle(RingButtonStyle(color: countdown.isRunning ? .orange : .green))
                Button("Lap", action: countdown.lap)
                    .buttonStyle(RingButtonStyle()).disabled(!countdown.isRunning)
                Button("Reset", role: .cancel, action: countdown.reset).buttonStyle(.bordered)
            }
            ForEach(Array(countdown.laps.enumerated()), id: \.offset) { index, seconds in
                Text("Lap \(index + 1): \(seconds) s").transition(.move(edge: .bottom).combined(with: .opacity))
            }
            if countdown.remaining == 0 {
                TimelineView(.periodic(from: .now, by: 1)) { context in
                    Label("Time is up", systemImage: "bell.fill")
                        .foregroundColor(Int(context.date.timeIntervalSince1970) % 2 == 0 ? .red : .orange)
                }
            }
        }
        .padding()
    }
}

#Preview { TimerProgramView() }
