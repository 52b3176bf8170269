extension SeamLanguage {
    /// The German texts, keyed by the English texts.
    static let germanTable: [String: String] = germanWords.merging(germanScreens) { first, _ in first }
        .merging(germanKiosk) { first, _ in first }
        .merging(germanClient) { first, _ in first }
        .merging(germanSignal) { first, _ in first }
        .merging(germanSignalScreens) { first, _ in first }
        .merging(germanSignalAnswers) { first, _ in first }
        .merging(germanSignalOperator) { first, _ in first }
        .merging(germanMachine) { first, _ in first }
        .merging(germanSignalWeb) { first, _ in first }
        .merging(germanSignalPhone) { first, _ in first }

    /// Texts about a key, an attempt and a refusal.
    private static let germanWords: [String: String] = [
        "ready": "bereit",
        "it opens its door from here": "er öffnet seine Tür von hier aus",
        "not yet": "später",
        "not valid yet": "noch nicht gültig",
        "wait until %@": "warten bis %@",
        "being made": "wird erstellt",
        "not ready yet": "noch nicht bereit",
        "wait, or ask the operator to bind the lock of this door":
            "warten oder den Betreiber bitten, das Schloss dieser Tür anzubinden",
        "expired": "verfallen",
        "ask for a new key where you got this one": "einen neuen dort holen, wo der Schlüssel herkommt",
        "needs you": "zu tun",
        "ask the operator": "Betreiber fragen",
        "misconfigured": "falsch eingerichtet",
        "ask the operator, or Seam's support, to correct it":
            "der Betreiber oder der Kundendienst von Seam muss das in Ordnung bringen",
        "not now": "gestört",
        "try again later": "später versuchen",
        "cannot be used now": "zurzeit nicht benutzbar",
        "try again later, or run 'seam doctor' to find the cause":
            "später noch einmal versuchen; 'seam doctor' sucht die Ursache",
        "finish sign-in": "Anmeldung offen",
        "waits for a one-time password": "wartet auf ein Einmalkennwort",
        "open %@ and confirm it": "%@ öffnen und dort bestätigen",
        "needs the cloud": "braucht die Cloud",
        "'seam status' shows why": "'seam status' zeigt, warum",
        "Bluetooth off": "Bluetooth aus",
        "Bluetooth is off": "Bluetooth ist aus",
        "switch it on: 'bluetoothctl power on', or 'rfkill unblock bluetooth'":
            "einschalten: 'bluetoothctl power on' oder 'rfkill unblock bluetooth'",
        "not permitted": "nicht erlaubt",
        "Bluetooth is not permitted": "Bluetooth ist nicht erlaubt",
        "the operator must let seam-radiod use Bluetooth: run 'seam doctor' to see how":
            "der Betreiber muss seam-radiod Bluetooth erlauben: 'seam doctor' sagt, wie",
        "radio stuck": "Funk hängt",
        "the radio does not answer": "der Funk antwortet nicht",
        "restart the radio: 'systemctl restart bluetooth seam-radiod'":
            "den Funk neu starten: 'systemctl restart bluetooth seam-radiod'",
        "type its code": "Code eintippen",
        "a code, typed at the door": "ein Code, an der Tür einzutippen",
        "%@ shows it": "%@ zeigt ihn",
        "hold its card": "Karte vorhalten",
        "a card, held to the door": "eine Karte, an die Tür zu halten",
        "it cannot be used from here": "von hier aus nicht benutzbar",
        "vendor's app": "App des Anbieters",
        "opens only with its vendor's app": "öffnet nur mit der App des Anbieters",
        "use the vendor's app on your phone": "die App des Anbieters auf dem Telefon benutzen",
        "not from here": "nicht von hier",
        "opens nothing from here": "öffnet von hier aus nichts",
        "its door can only be opened by other means": "seine Tür öffnet sich nur auf anderem Weg",
        "cannot be opened from this machine": "lässt sich von diesem Gerät aus nicht öffnen",
        "if there is no Bluetooth adapter, plug one in; if there is, run 'seam doctor' to see why":
            "einen Bluetooth-Adapter einstecken, falls es keinen hat; 'seam doctor' sagt, warum",
        "elsewhere": "anderswo",

        "Open": "Offen",
        "the lock reports that it opened": "das Schloss meldet, dass es geöffnet hat",
        "the lock accepted the command": "das Schloss hat den Befehl angenommen",
        "the lock was told to open, but did not reply": "das Schloss hat den Befehl bekommen und nichts gemeldet",
        "No answer": "Keine Antwort",
        "the lock did not answer in time, and nothing was opened":
            "das Schloss hat nicht rechtzeitig geantwortet, und nichts wurde geöffnet",
        "stand closer and try again": "näher herangehen und noch einmal versuchen",
        "Not its turn": "Nicht an der Reihe",
        "the attempt waited for its turn until the time ran out, and nothing was opened":
            "der Versuch hat gewartet, bis seine Zeit abgelaufen war, und nichts wurde geöffnet",
        "Look at the door": "Nach der Tür sehen",
        "nobody knows whether the door opened": "niemand weiß, ob die Tür aufging",
        "look before you try again": "erst nachsehen, dann noch einmal versuchen",
        "Cancelled": "Abgebrochen",
        "nothing was opened": "nichts wurde geöffnet",
        "Not now": "Jetzt nicht",
        "the attempt was cancelled before the lock was told to open, and nothing was opened":
            "abgebrochen, bevor das Schloss den Befehl bekam: nichts wurde geöffnet",
        "Not opened": "Nicht geöffnet",
        "the connection to the lock failed, and nothing was opened":
            "die Verbindung zum Schloss kam nicht zustande, und nichts wurde geöffnet",
        "try again": "noch einmal versuchen",
        "the lock or the radio is in use, and nothing was opened":
            "das Schloss oder der Funk ist belegt, und nichts wurde geöffnet",
        "try again in a moment": "gleich noch einmal versuchen",
        "something failed on this machine, and nothing was opened":
            "dieses Gerät konnte es nicht, und nichts wurde geöffnet",
        "try again, or run 'seam doctor' to find the cause":
            "noch einmal versuchen; 'seam doctor' weiß vielleicht mehr",
        "the cloud could not open the door, and nothing was opened":
            "die Cloud hat es nicht getan, und nichts wurde geöffnet",
        "try again, or run 'seam status' to find the cause":
            "noch einmal versuchen; 'seam status' weiß vielleicht mehr",
        "the lock ended the connection twice while it checked this machine's key, and nothing was opened":
            "das Schloss hat die Verbindung bei unserem Schlüssel zweimal abgebrochen, und nichts wurde geöffnet",
        "if the lock was reset, ask an administrator to run 'seam locks rebind'":
            "vielleicht wurde es zurückgesetzt: die Verwaltung bindet es mit 'seam locks rebind' neu an",
        "the lock no longer knows this machine's key, and nothing was opened":
            "das Schloss kennt den Schlüssel dieses Geräts nicht mehr, und nichts wurde geöffnet",
        "ask an administrator to run 'seam locks rebind'": "die Verwaltung bindet es mit 'seam locks rebind' neu an",
        "the lock refused, and nothing was opened": "das Schloss hat abgelehnt, und nichts wurde geöffnet",
        "the key or the session ended before the lock was told to open, and nothing was opened":
            "der Schlüssel oder die Sitzung endete, bevor das Schloss etwas erfuhr, und nichts wurde geöffnet",
        "run 'seam keys' to see which keys open a door": "'seam keys' zeigt, welche Schlüssel öffnen",

        "the session is not active": "die Sitzung ist nicht aktiv",
        "run 'seam activate'": "'seam activate' ausführen",
        "the session belongs to somebody else": "die Sitzung gehört jemand anderem",
        "run 'seam deactivate' first": "zuerst 'seam deactivate' ausführen",
        "run 'seam deactivate --deintegrate' to end the session": "'seam deactivate --deintegrate' beendet sie",
        "the key cannot be used": "der Schlüssel ist nicht benutzbar",
        "run 'seam keys' to see why": "'seam keys' sagt, warum",
        "the session is being signed out": "die Sitzung wird gerade abgemeldet",
        "the key opens several doors": "der Schlüssel öffnet mehrere Türen",
        "name one with --entrance": "eine davon mit --entrance nennen",
        "nobody is signed in": "niemand ist angemeldet",
        "sign in with 'seam init', then 'seam activate'": "mit 'seam init', dann 'seam activate' anmelden",
        "this machine has no provider for this kind of lock": "dieses Gerät hat nichts für solche Schlösser",
        "see 'seam providers'": "'seam providers' sagt mehr",
        "the cloud must be asked, but could not be reached": "die Cloud wird gebraucht und war nicht erreichbar",
        "connect to the internet and try again": "mit dem Internet verbinden und noch einmal versuchen",
        "connect this machine to the internet": "dieses Gerät mit dem Internet verbinden",
        "the cloud does not know the client session token": "die Cloud kennt das Client-Session-Token nicht",
        "get a new client session token, then run 'seam init'":
            "ein neues Client-Session-Token holen, dann 'seam init'",
        "there is no such key in this session": "diesen Schlüssel gibt es in dieser Sitzung nicht",
        "see 'seam keys'": "siehe 'seam keys'",
        "the key does not open that entrance": "der Schlüssel öffnet diesen Eingang nicht",
        "this key opens no named door": "er öffnet keine Tür mit einem Namen",
        "this key cannot open in that way": "dieser Schlüssel öffnet nicht auf diesem Weg",
        "this key opens nothing from here": "er öffnet von hier aus nichts",
        "the keys are being read": "die Schlüssel werden gerade gelesen",
        "the keys were last read too long ago": "die Schlüssel wurden vor zu langer Zeit gelesen",
        "connect to the internet, then run 'seam refresh'; if that does not help, 'seam status' shows why":
            "mit dem Internet verbinden, dann 'seam refresh'; wenn das nicht hilft, zeigt 'seam status', warum",

        "Sun": "So",
        "Mon": "Mo",
        "Tue": "Di",
        "Wed": "Mi",
        "Thu": "Do",
        "Fri": "Fr",
        "Sat": "Sa",
        "Jan": "Jan.",
        "Feb": "Feb.",
        "Mar": "März",
        "Apr": "Apr.",
        "May": "Mai",
        "Jun": "Juni",
        "Jul": "Juli",
        "Aug": "Aug.",
        "Sep": "Sept.",
        "Oct": "Okt.",
        "Nov": "Nov.",
        "Dec": "Dez.",
    ]
}
