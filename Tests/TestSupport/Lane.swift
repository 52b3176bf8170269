import Foundation
package import Testing

/// The groups of tests that are not in the default lane. `deploy/test` runs each of them with separate options.
///
/// A test belongs to a lane if its suite is named after the lane. `KillsLane`, marked with ``Testing/Trait/lane(_:)``,
/// belongs to `kills`. All tests of other suites belong to the default lane. `ArchitectureTests.LaneTests` checks these
/// rules.
package enum Lane: String, CaseIterable {
    /// Measures a release build. Nothing else runs on the machine at the same time.
    case figures
    /// An hour with a hundred and twenty visitors at a public screen.
    case kiosk
    case kills
    case mutants
    /// Tests that run in the radio lab.
    case radio
    /// Records the messages and stores of a release. Later releases are tested with them.
    case record
    /// Tests of LifeSignal's promises, in full.
    case signal
    case torture

    /// The lane that is running (`SEAM_TEST_LANE`). Nil in the default lane, and also under `swift test`.
    package static let current = ProcessInfo.processInfo.environment["SEAM_TEST_LANE"].flatMap { Lane(rawValue: $0) }
}

extension Collection {
    /// All elements in the nightly run (`SEAM_TEST_THOROUGH`). In other runs, these are every third element, because
    /// the default lane may take only a quarter of an hour.
    package var sampled: [Element] {
        isThorough ? Array(self) : enumerated().compactMap { $0.offset % 3 == 0 ? $0.element : nil }
    }

    /// All elements in the nightly run. In other runs, these are only the elements that `isChosen` accepts.
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
