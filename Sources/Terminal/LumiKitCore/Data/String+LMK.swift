extension String? {
    /// The text, or nil if the text is empty or missing.
    public var nonEmpty: String? {
        self.flatMap { $0.isEmpty ? nil : $0 }
    }
}
