package import Logging
package import RPC

/// The handler of a daemon's loggers. It drops entries below the threshold, which may change at any time, and passes on
/// all other entries.
package struct DaemonLogHandler: LogHandler {
    private let label: String
    private let threshold: LogThreshold
    private let output: any LogOutput
    /// A level set on this logger only. A logger with its own level does not follow the threshold.
    private var ownLevel: Logger.Level?
    package var metadata = Logger.Metadata()
    package var metadataProvider: Logger.MetadataProvider?

    /// Creates a handler that logs to `output` under the name `label`.
    package init(_ label: String, threshold: LogThreshold, output: any LogOutput) {
        self.label = label
        self.threshold = threshold
        self.output = output
    }

    package var logLevel: Logger.Level {
        get { ownLevel ?? threshold.level }
        set { ownLevel = newValue }
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Passes the event on with all of its metadata, including any error.
    package func log(event: LogEvent) {
        var all = metadata
        if let provided = metadataProvider?.get() { all.merge(provided) { _, new in new } }
        if let own = event.metadata { all.merge(own) { _, new in new } }
        if let error = event.error { all["error"] = "\(error)" }
        let fields = all.sorted { $0.key < $1.key }.map { LogEntry.Field(key: $0.key, value: "\($0.value)") }
        output.write(
            LogEntry(
                level: event.level, label: label, source: event.source, message: "\(event.message)", fields: fields))
    }
}
