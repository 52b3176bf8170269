/// The release that all programs of this package are from: what `--version` prints, and hellos and welcomes say.
///
/// A new one goes by "Releases" in `Protocol/README.md`. The version is for people and logs, never for decisions.
package enum Release {
    package static let version = "0.1.0"
}
