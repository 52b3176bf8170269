import Wire

/// A parameter that narrows a list.
struct Filter: Sendable {
    let parameter: ParameterSpec
    /// A closure that returns whether a row passes the filter for the parameter's value.
    private let admits: @Sendable (JSON, JSONObject) -> Bool

    /// Returns a filter for rows whose member equals the parameter.
    static func equal(_ name: String) -> Filter {
        Filter(parameter: .text(name)) { $0 == $1[name] }
    }

    /// Returns a filter for rows whose member, or one of the strings in the member, equals the parameter.
    static func held(_ name: String, in members: String...) -> Filter {
        Filter(parameter: .text(name)) { value, row in
            guard let value = value.stringValue else { return false }
            return members.contains { row.string($0) == value || row.strings($0).contains(value) }
        }
    }

    /// Returns a filter for rows whose member is one of the parameter's strings.
    static func oneOf(_ name: String, _ member: String) -> Filter {
        Filter(parameter: .texts(name)) { $0.arrayValue?.contains($1[member] ?? .null) ?? false }
    }

    /// Returns a filter for rows whose member equals the parameter. A missing member is treated as false.
    static func flag(_ name: String) -> Filter {
        Filter(parameter: ParameterSpec(name: name, kind: .boolean)) { $0 == $1[name] ?? false }
    }

    /// A filter for rows that were created before the parameter's time.
    static let createdBefore = Filter(parameter: ParameterSpec(name: "created_before", kind: .timestamp)) {
        value, row in
        guard let limit = value.stringValue.flatMap({ Timestamp($0) }), let time = row.time("created_at") else {
            return false
        }
        return time < limit
    }

    /// Returns a filter for rows in which one of the members contains the text, in any case.
    static func search(_ members: String...) -> Filter {
        Filter(parameter: .text("search")) { value, row in
            guard let needle = value.stringValue?.lowercased() else { return false }
            return members.contains { row.string($0)?.lowercased().contains(needle) ?? false }
        }
    }

    /// Returns a filter with a condition that only one list has.
    static func condition(
        _ parameter: ParameterSpec,
        _ admits: @escaping @Sendable (JSON, JSONObject) -> Bool
    ) -> Filter {
        Filter(parameter: parameter, admits: admits)
    }

    private init(parameter: ParameterSpec, admits: @escaping @Sendable (JSON, JSONObject) -> Bool) {
        self.parameter = parameter
        self.admits = admits
    }

    func admits(_ row: JSONObject, _ parameters: Parameters) -> Bool {
        parameters[parameter.name].map { admits($0, row) } ?? true
    }
}

extension [Filter] {
    /// The descriptions of the filters in the route's list of parameters.
    var parameters: [ParameterSpec] { map(\.parameter) }
}

extension [JSONObject] {
    /// Returns the rows that pass every filter named in the call.
    func matching(_ filters: [Filter], _ call: Call) -> [JSONObject] {
        let named = filters.filter { call.parameters[$0.parameter.name] != nil }
        guard !named.isEmpty else { return self }
        return filter { row in named.allSatisfy { $0.admits(row, call.parameters) } }
    }
}
