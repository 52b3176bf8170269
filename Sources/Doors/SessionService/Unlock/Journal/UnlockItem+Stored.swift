import SeamModel
import Wire

extension UnlockItem {
    /// The item in the form in which the journal keeps it: `{"kind": …, "data": …}`.
    var stored: String { JSON.members(("kind", .string(kind)), ("data", json)).text }

    /// Reads an item from the form that ``stored`` has.
    init?(stored text: String) {
        guard let json = try? JSON(parsing: text.utf8), let data = json["data"],
            let item = try? UnlockItem(json: data)
        else { return nil }
        self = item
    }
}
