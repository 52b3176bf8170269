extension String? {
    /// The text; nil if the text is empty or missing.
    public var nonEmpty: String? {
        self.flatMap { $0.isEmpty ? nil : $0 }
    }
}
