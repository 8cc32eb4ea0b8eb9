#!/usr/bin/env bash
# `npm run check -- image`: builds the images and runs them alone, by docker-compose.yml and by docker-compose.ha.yml,
# on a Debian machine without Docker and without access to images. Needs root and Debian's packages buildah, podman,
# debootstrap, runc, netavark, aardvark-dns, iptables, curl, python3-yaml. Stand-ins for the base images are made here:
# Debian with Node from the npm package `node`, and with Debian's PostgreSQL, nginx, etcd or HAProxy. IMAGE_CHECK_DIR
# keeps them for the next run. Not tested: the versions of the real base images, and `healthcheck`, `depends_on`,
# `restart` and `stop_grace_period` of the compose files.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ $# = 0 ] || { echo "this check takes no arguments, and so not $1" >&2; exit 2; }

bash deploy/image-check/missing.sh
PATH=$PATH:/usr/sbin:/sbin:/usr/lib/podman

work=${IMAGE_CHECK_DIR:-$(mktemp -d)}
mkdir -p "$work"
source deploy/image-check/containers.sh
trap 'clear_away; [ -n "${IMAGE_CHECK_DIR:-}" ] || rm -rf "$work"' EXIT

say() { printf '== %4ds  %s\n' "$SECONDS" "$1"; }
fail() { printf 'FAILED: %s\n' "$1"; exit 1; }
expect() { [ "$2" = "$3" ] || fail "$1: $3 instead of $2"; }
ready() { local end=$((SECONDS + 90)); until curl -fs -m 2 "$1/readyz" >/dev/null; do [ "$SECONDS" -lt "$end" ] || fail "$1 does not get ready"; sleep 0.2; done; }

say 'base images'
make_bases

say 'docker build'
build_image
podman image inspect croupier --format 'size {{.Size}} bytes, user {{.User}}'
expect 'the user' node "$(podman image inspect croupier --format '{{.User}}')"

say 'a data folder that cannot be written'
mkdir -p "$work/locked"
chmod 755 "$work/locked"
refused=$(podman run --rm --network host -v "$work/locked:/data" croupier 2>&1 || true)
grep -q 'make the user with id 1000 the owner of the directory' <<<"$refused" || fail "unclear: $refused"

say 'one server: read-only root, no capabilities'
podman run -d --name alone --network host --read-only --cap-drop all -v croupier-check:/data -e PORT=3900 croupier >/dev/null
ready http://127.0.0.1:3900
podman healthcheck run alone >/dev/null || fail 'the health check fails'
python3 examples/random-agent/agent.py --url http://127.0.0.1:3900 --ruleset champions-of-chance
podman kill -s TERM alone >/dev/null
expect 'the exit code after SIGTERM' 0 "$(podman wait alone)"
podman rm alone >/dev/null

say 'what docker-compose.yml says'
POSTGRES_PASSWORD=$(head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n')
SECRETS_KEY=$(head -c 32 /dev/urandom | base64)
export POSTGRES_PASSWORD SECRETS_KEY
bring_up docker-compose.yml postgres croupier
ready http://127.0.0.1:3000
python3 examples/random-agent/agent.py --url http://127.0.0.1:3000 --ruleset champions-of-chance

say 'what docker-compose.ha.yml says: three databases under Patroni, and HAProxy'
clear_away
build_database_image
SUPERUSER_PASSWORD=$(head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n')
REPLICATION_PASSWORD=$(head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n')
export SUPERUSER_PASSWORD REPLICATION_PASSWORD
bring_up docker-compose.ha.yml etcd-{1,2,3} postgres-{1,2,3} haproxy croupier-{1,2,3} proxy
leader_but() {
  local node
  for node in 1 2 3; do
    podman exec "croupier-check-postgres-$node" curl -fs -m 2 http://127.0.0.1:8008/cluster 2>/dev/null |
      python3 -c 'import json, sys
members = json.load(sys.stdin)["members"]
safe = any(member["role"] == "sync_standby" for member in members)
print(*(member["name"] for member in members if safe and member["role"] == "leader" and member["name"] != sys.argv[1]))' "$1" 2>/dev/null | grep . && return
  done
}
new_leader() {
  local end=$((SECONDS + 180)) name
  until name=$(leader_but "$1") && [ -n "$name" ]; do [ "$SECONDS" -lt "$end" ] || fail "no database but ${1:-none} leads"; sleep 0.5; done
  echo "$name"
}
through_haproxy() {
  podman exec -e PASSWORD="$POSTGRES_PASSWORD" -w /app croupier-check-croupier-1 node -e '
    const { Client } = require("pg");
    const client = new Client({ host: "haproxy", user: "croupier", database: "croupier", password: process.env.PASSWORD });
    client.connect().then(() => client.query("select pg_is_in_recovery() as standby"))
      .then(({ rows }) => console.log(`standby: ${rows[0].standby}`), (error) => console.log(error.message)).finally(() => client.end());'
}
first=$(new_leader '')
ready http://127.0.0.1:3000
python3 examples/random-agent/agent.py --url http://127.0.0.1:3000 --ruleset champions-of-chance
expect 'HAProxy' 'standby: false' "$(through_haproxy)"

say 'a server that is made anew is found again'
again=croupier-check-croupier-1
podman stop -t 40 "$again" >/dev/null
podman start "$again" >/dev/null
sleep 5
answers=$(for _ in $(seq 60); do curl -s -o /dev/null -w '%{http_code}\n' http://127.0.0.1:3000/v1/rulesets; done | sort | uniq -c | xargs)
expect 'sixty calls' '60 200' "$answers"
served=$(podman exec "$again" node -e 'fetch("http://127.0.0.1:9100/metrics").then((r) => r.text()).then((t) => console.log(/operation="listRulesets"/.test(t)))')
expect "whether $again served some of them" true "$served"

say "another database leads when $first is killed"
podman kill "croupier-check-$first" >/dev/null
second=$(new_leader "$first")
ready http://127.0.0.1:3000
python3 examples/random-agent/agent.py --url http://127.0.0.1:3000 --ruleset champions-of-chance
expect "HAProxy, with $second" 'standby: false' "$(through_haproxy)"

say 'all of it works'
