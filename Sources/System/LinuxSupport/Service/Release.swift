/// The release of all programs of this package: `--version` prints it, and hellos and welcomes contain it.
///
/// "Releases" in `Protocol/README.md` says how to make a new one. The version is for people and logs, never for
/// decisions.
package enum Release {
    package static let version = "0.1.0"
}
