import SeamWords
import SignalAPI

/// The part of the page of phones that shows alarms as notifications. The button needs a script, so only the script
/// shows it.
extension DevicePage {
    var push: HTML {
        guard let push = sight.push, push.key != nil || !push.addresses.isEmpty else { return "" }
        return """
            <h1>\(said(DeviceWords.alarmsHere))</h1>
            \(push.isWaiting ? code : "")\(HTML(push.verified.map(browser)))\(push.key.map(adding) ?? "")
            <p>\(said(DeviceWords.onIPhone))</p>
            """
    }

    private var code: HTML {
        """
        <form method="post"><label for="code">\(said(DeviceWords.code))</label>
        <input id="code" name="code" inputmode="numeric" pattern="[0-9]{6}" maxlength="6" \
        autocomplete="one-time-code" required>\(button("code", DeviceWords.confirm, "main"))</form>

        """
    }

    private func browser(_ address: SignalReach) -> HTML {
        """
        <p>\(said(DeviceWords.browser(address)))</p>
        <form method="post">\(hidden("reach", address.id.description))\
        \(button("stop", DeviceWords.stop, "other"))</form>

        """
    }

    private func adding(_ key: String) -> HTML {
        """
        <form method="post" id="push" data-key="\(key)" hidden><p>\(said(DeviceWords.whatAlarmsDo))</p>
        \(hidden("address", ""))\(button("show_alarms", DeviceWords.showAlarms, "other"))</form>
        <p id="refused" class="warning" role="alert" hidden>\(said(DeviceWords.notAllowed))</p>

        """
    }
}
