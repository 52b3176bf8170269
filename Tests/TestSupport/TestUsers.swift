import Foundation
import Glibc

/// Whether tests may take on other users, which only root can. Where continuous integration says that it can
/// (`SEAM_TEST_CI`), they run and fail instead of being skipped.
package let canBeOtherUsers = geteuid() == 0 || ProcessInfo.processInfo.environment["SEAM_TEST_CI"] != nil
