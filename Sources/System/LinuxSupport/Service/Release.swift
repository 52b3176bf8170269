/// The release of all programs of this package: `--version` prints it, and hellos and welcomes contain it.
///
/// The section "Releases" in `Protocol/README.md` describes how to make a new release. The version is for people and
/// logs, never for decisions.
package enum Release {
    package static let version = "0.1.0"
}
