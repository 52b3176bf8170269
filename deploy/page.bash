# LifeSignal's pages for phones: what 'seam setup' does for them, and takes back. To be sourced by setup, with its words
# and files.

readonly pageUnits=(lifesignal-web.socket lifesignal-web.service)
readonly pageDropin=/etc/systemd/system/lifesignal-web.service.d/page.conf
readonly pageSocket=/etc/systemd/system/lifesignal-web.socket.d/page.conf
readonly pageHelp="'A page for phones' in /usr/share/doc/seam/deploy/docs/lifesignal.md"
# An object without objects in it, as in "web": {"url": "…"}.
readonly webMember='"web"[[:space:]]*:[[:space:]]*\{[^{}]*\}'

readonly signalKeys=(lifesignal page page_tls page_certificate page_key)
suggested+=([page]=no [page_tls]=proxy [page_certificate]="" [page_key]="")
questions+=(
    [page]="LifeSignal on people's phones? Write the name of its page, such as alarm.example.org (or no)"
    [page_tls]="Who has the certificate for that name: a proxy here, files of yours, or nobody (proxy, files, none)"
    [page_certificate]="The file with the certificate and its chain, in PEM"
    [page_key]="The file with its key"
)

# urlIn: the first address in the JSON on standard input.
urlIn() {
    { grep -ozE '"url"[[:space:]]*:[[:space:]]*"[^"]*"' || true; } | head -zn 1 | tr -d '\0' |
        sed -zE 's/.*"([^"]*)"$/\1/'
}

# pageURL: the address of the pages that are set up.
pageURL() { if [[ -e $signalWeb ]]; then urlIn <"$signalWeb"; fi; }

# suggestPage KEY: what is there is suggested.
suggestPage() {
    local url
    url=$(pageURL)
    [[ $url ]] || return 0
    case $1 in
        page) suggested[page]=${url#https://} ;;
        page_tls) if grep -q '"tls"' "$signalWeb"; then suggested[page_tls]=files; else suggested[page_tls]=proxy; fi ;;
        *) if [[ -e $pageDropin ]]; then
            suggested[$1]=$(sed -n "s/^LoadCredential=${1#page_}://p" "$pageDropin")
        fi ;;
    esac
}

# mayAskPage KEY: whether setup must know this; then, what is there is suggested.
mayAskPage() {
    suggestPage "$1"
    [[ ${answers[lifesignal]:-${suggested[lifesignal]}} == yes ]] || return 1
    [[ $1 != page ]] || return 0
    [[ ${answers[page]:-${suggested[page]}} != no ]] || return 1
    [[ $1 == page_tls || ${answers[page_tls]:-${suggested[page_tls]}} == files ]]
}

# judgePage KEY: whether `given` is an answer.
judgePage() {
    local label='[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?'
    case $1 in
        page)
            [[ $given =~ ^(no|$label(\.$label)*(:[1-9][0-9]{0,4})?)$ ]] ||
                wrong 64 "page is a name as in alarm.example.org, or no"
            ;;
        page_tls) [[ $given =~ ^(proxy|files|none)$ ]] || wrong 64 "page_tls is proxy, files or none" ;;
        *)
            [[ $given == /* && $given != *[[:space:]:%]* && -f $given ]] ||
                wrong 66 "$1 is the path of a file, from / on: '$given' is not"
            ;;
    esac
}

# withURL URL: lifesignald's configuration with this address of the pages, or without any. All else in it stays.
withURL() {
    local old=/dev/null
    if [[ -e $signal ]]; then old=$signal; fi
    if [[ -z $1 ]]; then
        sed -zE "s/,[[:space:]]*$webMember//; s/$webMember[[:space:]]*,?[[:space:]]*//" "$old"
    elif grep -qzE "$webMember" "$old"; then
        sed -zE 's#("web"[[:space:]]*:[[:space:]]*\{[[:space:]]*"url"[[:space:]]*:[[:space:]]*)"[^"]*"#\1"'"$1"'"#' \
            "$old"
    elif grep -q '"' "$old"; then
        sed -zE 's#\{#{\n  "web": {"url": "'"$1"'"},#' "$old"
    else
        printf '{\n  "web": {"url": "%s"}\n}\n' "$1"
    fi
}

# setURL URL: writes that, if it is new, and if the daemon can use it.
setURL() {
    local new now
    now=$( (grep -ozE "$webMember" "$signal" 2>/dev/null || true) | urlIn)
    if [[ $now == "$1" ]]; then return; fi
    new=$(withURL "$1")
    if ! $isDry; then
        { lifesignald --check-config <(printf '%s\n' "$new") >/dev/null 2>&1 && [[ $new == *"\"$1\""* || -z $1 ]]; } ||
            fail 78 "$signal cannot be changed: set \"web\": {\"url\": \"$1\"} in it, and run this again"
    fi
    put "$signal" 644 <<<"$new"
    act systemctl try-restart lifesignald.service
}

# pageFile: the configuration of the pages at `url`, which have their own certificate, or a proxy in front of them.
pageFile() {
    local way='"trusted_proxy": true' new
    if [[ $kind == files ]]; then way='"tls": {"certificate": "certificate", "key": "key"}'; fi
    printf -v new '{\n  "url": "%s",\n  %s\n}\n' "$url" "$way"
    if [[ -e $signalWeb && $new == "$(cat "$signalWeb")"$'\n' ]]; then return; fi
    if [[ ! -e $signalWeb ]] || isOurs "$signalWeb"; then
        put "$signalWeb" 644 <<<"${new%$'\n'}"
        return
    fi
    # An administrator's own file needs only say the same.
    if [[ $(pageURL) != "$url" ]] || { [[ $kind == files ]] && ! grep -q '"tls"' "$signalWeb"; }; then
        fail 78 "$signalWeb is changed: set \"url\": \"$url\" and $way in it, and run this again"
    fi
    say "               $signalWeb is changed: it stays as it is"
}

# pageUnit FILE WORDS…: a drop-in of these lines, or none without them.
pageUnit() {
    local file=$1
    shift
    if (($#)); then
        printf '%s\n' "# $mark" "$@" | put "$file" 644
    elif isOurs "$file"; then
        act rm -f -- "$file"
    fi
}

# pagePair CERTIFICATE KEY: they belong together, and the program can use them.
pagePair() {
    local why
    if $isDry; then return; fi
    why=$(printf '{"url": "%s", "tls": {"certificate": "%s", "key": "%s"}}' "$url" "$1" "$2" |
        { lifesignal-web --check-config /dev/stdin 2>&1 >/dev/null; }) || fail 78 "${why#lifesignal-web: }"
}

# pageSum: of all that the units read.
pageSum() { { cat "$signalWeb" "$pageDropin" "$pageSocket" 2>/dev/null || true; } | sha256sum; }

pageOff() {
    if [[ ! -e $signalWeb ]]; then return; fi
    setURL ""
    act systemctl disable --quiet --now "${pageUnits[@]}"
    takeBack "$signalWeb"
    pageUnit "$pageDropin"
    pageUnit "$pageSocket"
    step page "no more; phones that were added stay so until their owners remove them"
    tell
    left=()
}

# page: people see alarms and check in on their phones.
page() {
    local given kind url port certificate key before
    answer page
    if [[ $given == no ]]; then pageOff; return; fi
    url=https://$given port=443
    if [[ $given == *:* ]]; then port=${given##*:}; fi
    answer page_tls
    kind=$given
    if [[ $kind == none && -e $signalWeb ]]; then
        step page "as before, at $(pageURL): without a certificate nothing was changed"
        return
    fi
    if [[ $kind == none ]]; then
        step page "not set up: phones open it only with https. Let Caddy or nginx on this machine get a certificate \
for the name, which is free of charge, and run 'seam setup' again: $pageHelp"
        return
    fi
    before=$(pageSum)
    if [[ $kind == files ]]; then
        answer page_certificate
        certificate=$given
        answer page_key
        key=$given
        pagePair "$certificate" "$key"
        pageUnit "$pageDropin" "[Service]" "LoadCredential=certificate:$certificate" "LoadCredential=key:$key"
        pageUnit "$pageSocket" "[Socket]" "ListenStream=" "ListenStream=$port"
    else
        pageUnit "$pageDropin"
        pageUnit "$pageSocket"
    fi
    pageFile
    setURL "$url"
    act systemctl daemon-reload
    act systemctl enable --quiet "${pageUnits[@]}"
    # Open pages stay open if nothing has changed.
    act systemctl "$([[ $(pageSum) == "$before" ]] && echo start || echo restart)" "${pageUnits[@]}" ||
        fail 70 "the pages do not start: $(journalctl --quiet --no-pager --output=cat -n 1 -u lifesignal-web)"
    if [[ $kind == files ]]; then
        step page "at $url; restart lifesignal-web when the certificate is renewed"
    else
        step page "at $url, once the proxy passes that name on to 127.0.0.1:8480: $pageHelp"
    fi
}
