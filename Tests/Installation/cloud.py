"""The operator's backend: a new client session token for a person, of the development cloud in this machine.

    cloud.py PERSON
"""

import json
import sys
import urllib.request

with open("/test/url", encoding="utf-8") as file:
    url = file.read().strip()
with open("/test/api-key", encoding="utf-8") as file:
    key = file.read().strip()
headers = {"authorization": "Bearer " + key, "content-type": "application/json"}
body = json.dumps({"user_identity_id": sys.argv[1]}).encode()
request = urllib.request.Request(url + "/client_sessions/create", body, headers)
print(json.load(urllib.request.urlopen(request, timeout=10))["client_session"]["token"])
