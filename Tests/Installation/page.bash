# LifeSignal's page for phones on a machine of the installation lane, by the steps of deploy/docs/lifesignal.md. `story`
# sources this file. The name is in /etc/hosts, and the certificate is of an authority that the machine trusts.

readonly name=alarm.example.org number="+49 1511 2345678" authority=/usr/local/share/ca-certificates/page.crt

phone() { python3 phone.py "$@"; }
examined() { as ada seam signal doctor 2>&1; }
says() { grep -qF "$1" <(examined); }

# certifies: gives this machine the name, and a certificate for it.
certifies() {
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj "/CN=$name" \
        -addext "subjectAltName=DNS:$name" -keyout page.key -out page.pem 2>/dev/null
    # A fresh machine may have no such file.
    if [[ -e /etc/hosts ]]; then cp /etc/hosts hosts; fi
    echo "127.0.0.1 $name" >>/etc/hosts
    mkdir -p "${authority%/*}" && cp page.pem "$authority"
    update-ca-certificates >/dev/null 2>&1
}

# becomesPage: LifeSignal runs, and phones reach its page.
becomesPage() {
    printf 'lifesignal=yes\n' >>answers
    seam setup --answers answers >/tmp/setup.log 2>&1 || fail "seam setup: $(cat /tmp/setup.log)"
    check "LifeSignal runs" systemctl is-active --quiet lifesignald lifesignal-sender
    check "without a page, the doctor says so" says "no page for phones is set up"
    certifies
    printf 'page=%s\npage_tls=files\npage_certificate=/test/page.pem\npage_key=/test/page.key\n' "$name" >>answers
    seam setup --answers answers >/tmp/setup.log 2>&1 || fail "seam setup: $(cat /tmp/setup.log)"
    check "setup says where the page is" grep -qF "at https://$name" /tmp/setup.log
    await "the doctor reaches it as a phone does" says "phones reach it at https://$name"
    check "it says how long the certificate is good" says "certificate"
}

# addsPhone: somebody signs in, and adds a phone, which checks in.
addsPhone() {
    local code adding
    as ada seam signal sign-in "$number" >/dev/null
    code=$(seam signal code --json "$number" | sed -n 's/.*"code":"\([0-9]*\)".*/\1/p')
    as ada seam signal verify <<<"$code" >/dev/null
    as ada seam signal phone add --json >code.json &
    adding=$!
    await "a code for a phone is shown" test -s code.json
    check "the phone is added with the code" phone add code.json
    wait "$adding" || fail "seam signal phone add"
    check "the command ends when the phone is added" grep -q '"device"\|"name"\|"id"' code.json
    checksIn
}

# checksIn: the phone that was added checks in, and the person sees it.
checksIn() {
    check "the phone checks in" phone check-in
    check "its person sees that" grep -q '"last_check_in"' <(as ada seam signal status --json)
}

# forgetsName: takes back what this file has changed of the machine.
forgetsName() {
    if [[ -e hosts ]]; then cat hosts >/etc/hosts; else rm -f /etc/hosts; fi
    rm -f "$authority"
    update-ca-certificates --fresh >/dev/null 2>&1
}
