import Foundation
import Glibc

/// Whether tests may act as other users. Only root may do so. In continuous integration (`SEAM_TEST_CI`), these tests
/// always run, and fail instead of being skipped.
package let canBeOtherUsers = geteuid() == 0 || ProcessInfo.processInfo.environment["SEAM_TEST_CI"] != nil
