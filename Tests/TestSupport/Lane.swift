import Foundation
package import Testing

/// The groups of tests that `deploy/test` runs with separate options, in addition to the default lane.
///
/// A test belongs to the lane after which its suite is named. `KillsLane`, marked with ``Testing/Trait/lane(_:)``,
/// belongs to `kills`. All tests of other suites belong to the default lane. `ArchitectureTests.LaneTests` checks these
/// rules.
package enum Lane: String, CaseIterable {
    /// Measurements of a release build, with nothing else running on the machine.
    case figures
    /// An hour with a hundred and twenty visitors at a public screen.
    case kiosk
    case kills
    case mutants
    /// Tests that run in the radio lab.
    case radio
    /// Records the messages and stores of a release, for tests of later releases.
    case record
    /// Tests of LifeSignal's promises, in full.
    case signal
    case torture

    /// The lane that is running (`SEAM_TEST_LANE`), or nil in the default lane and under `swift test`.
    package static let current = ProcessInfo.processInfo.environment["SEAM_TEST_LANE"].flatMap { Lane(rawValue: $0) }
}

extension Collection {
    /// All elements in the nightly run (`SEAM_TEST_THOROUGH`), and otherwise every third element, because the default
    /// lane has only a quarter of an hour.
    package var sampled: [Element] {
        isThorough ? Array(self) : enumerated().compactMap { $0.offset % 3 == 0 ? $0.element : nil }
    }

    /// All elements in the nightly run, and otherwise only the elements that `isChosen` accepts.
    package func sampled(where isChosen: (Element) throws -> Bool) rethrows -> [Element] {
        isThorough ? Array(self) : try filter(isChosen)
    }
}

private let isThorough = ProcessInfo.processInfo.environment["SEAM_TEST_THOROUGH"] != nil

extension Trait where Self == ConditionTrait {
    /// A trait that makes the tests run only in the given lane.
    package static func lane(_ lane: Lane) -> Self {
        .enabled(if: Lane.current == lane, "deploy/test --\(lane.rawValue) runs it")
    }
}
