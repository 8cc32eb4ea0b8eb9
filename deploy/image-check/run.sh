#!/usr/bin/env bash
# `npm run image:check`: builds the image and runs it, alone and as docker-compose.yml says, on a Debian machine that has neither
# Docker nor a registry of images. Needs root and Debian's packages buildah, podman, debootstrap, runc, netavark, iptables,
# python3-yaml. The base images are stand-ins made here: Debian with Node's binaries from the npm package `node`, with Debian's
# PostgreSQL, with Debian's nginx. IMAGE_CHECK_DIR keeps them for the next time.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ $# = 0 ] || { echo "image:check takes no arguments, and so not $1" >&2; exit 2; }

for program in buildah podman debootstrap runc; do
  command -v "$program" >/dev/null || { echo "there is no $program here: apt-get install $program"; exit 2; }
done
[ "$(id -u)" = 0 ] || { echo 'building a base image takes root'; exit 2; }

work=${IMAGE_CHECK_DIR:-$(mktemp -d)}
mkdir -p "$work"
source deploy/image-check/containers.sh
trap 'clear_away; [ -n "${IMAGE_CHECK_DIR:-}" ] || rm -rf "$work"' EXIT

say() { printf '== %4ds  %s\n' "$SECONDS" "$1"; }
fail() { printf 'FAILED: %s\n' "$1"; exit 1; }
expect() { [ "$2" = "$3" ] || fail "$1: $3 instead of $2"; }
ready() { for _ in $(seq 300); do curl -fs "$1/readyz" >/dev/null && return; sleep 0.2; done; fail "$1 does not get ready"; }

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
grep -q 'the user with id 1000 cannot write to the data directory /data' <<<"$refused" || fail "unclear: $refused"

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
bring_up postgres croupier-1 croupier-2 croupier-3 proxy
ready http://127.0.0.1:3000
python3 examples/random-agent/agent.py --url http://127.0.0.1:3000 --ruleset champions-of-chance

say 'a server that is made anew is found again'
again=croupier-check-croupier-1
podman stop -t 40 "$again" >/dev/null
podman start "$again" >/dev/null
sleep 5
answers=$(for _ in $(seq 60); do curl -s -o /dev/null -w '%{http_code}\n' http://127.0.0.1:3000/v1/rulesets; done | sort | uniq -c | xargs)
expect 'sixty calls' '60 200' "$answers"
served=$(podman exec "$again" node -e 'fetch("http://127.0.0.1:9100/metrics").then((r) => r.text()).then((t) => console.log(/operation="listRulesets"/.test(t)))')
expect "whether $again served some of them" true "$served"

say 'all of it works'
