import RPC

extension LockStatuses {
    /// The current values of the metrics. The metrics do not name locks, but `seam locks list` does.
    var families: [MetricFamily] {
        let counts = counts
        return [
            MetricFamily("seam_locks_bound", .gauge, "Locks that are bound to doors.", value: Double(counts.bound)),
            MetricFamily(
                "seam_locks_battery_low", .gauge, "Bound locks whose last report said that the battery is low.",
                value: Double(counts.low)),
        ]
    }
}
