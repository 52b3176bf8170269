import Foundation
package import Testing

/// The tests that `deploy/test` runs by separate options, besides the default lane.
///
/// A test belongs to the lane that its suite is named for: `KillsLane`, marked with ``Testing/Trait/lane(_:)``,
/// belongs to `kills`, and a test of any other suite to the default lane. `ArchitectureTests.LaneTests` checks that.
package enum Lane: String, CaseIterable {
    /// In a release build, alone on the machine.
    case figures
    /// A hundred and twenty visitors of a public screen.
    case kiosk
    case kills
    case mutants
    /// In the radio lab.
    case radio
    /// Records what a release says and stores, for later releases.
    case record
    /// LifeSignal's promises, whole.
    case signal
    case torture

    /// The lane that is running (`SEAM_TEST_LANE`); nil in the default lane and under `swift test`.
    package static let current = ProcessInfo.processInfo.environment["SEAM_TEST_LANE"].flatMap { Lane(rawValue: $0) }
}

extension Collection {
    /// All samples of a property in the nightly run (`SEAM_TEST_THOROUGH`), every third one otherwise: the default lane
    /// has a quarter of an hour.
    package var sampled: [Element] {
        isThorough ? Array(self) : enumerated().compactMap { $0.offset % 3 == 0 ? $0.element : nil }
    }

    /// All cases in the nightly run, otherwise those that differ most.
    package func sampled(where isChosen: (Element) throws -> Bool) rethrows -> [Element] {
        isThorough ? Array(self) : try filter(isChosen)
    }
}

private let isThorough = ProcessInfo.processInfo.environment["SEAM_TEST_THOROUGH"] != nil

extension Trait where Self == ConditionTrait {
    /// Runs only in that lane.
    package static func lane(_ lane: Lane) -> Self {
        .enabled(if: Lane.current == lane, "deploy/test --\(lane.rawValue) runs it")
    }
}
