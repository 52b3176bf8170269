import Foundation
import Glibc

/// Whether tests may act as other users, which only root can. If continuous integration says that it can
/// (`SEAM_TEST_CI`), these tests run and fail instead of being skipped.
package let canBeOtherUsers = geteuid() == 0 || ProcessInfo.processInfo.environment["SEAM_TEST_CI"] != nil
