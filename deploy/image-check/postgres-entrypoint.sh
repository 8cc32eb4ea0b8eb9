#!/bin/sh
# What the tests need from the entry point of a PostgreSQL image: a cluster with one user, its password and its
# database.
set -eu
data=/var/lib/postgresql/data
bin=/usr/lib/postgresql/17/bin
mkdir -p "$data"
chown postgres "$data" /var/run/postgresql
chmod 700 "$data"
if [ ! -s "$data/PG_VERSION" ]; then
  printf '%s' "$POSTGRES_PASSWORD" >/tmp/password
  chown postgres /tmp/password
  setpriv --reuid postgres --regid postgres --clear-groups "$bin/initdb" -D "$data" -U "$POSTGRES_USER" --encoding=UTF8 --locale=C.UTF-8 --auth=scram-sha-256 --pwfile=/tmp/password >/dev/null
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  printf 'local all all trust\n' | cat - "$data/pg_hba.conf" >/tmp/hba
  cat /tmp/hba >"$data/pg_hba.conf"
  printf 'create database %s;\n' "$POSTGRES_DB" |
    setpriv --reuid postgres --regid postgres --clear-groups "$bin/postgres" --single -D "$data" postgres >/dev/null
fi
exec setpriv --reuid postgres --regid postgres --clear-groups "$bin/postgres" -D "$data" -c 'listen_addresses=*'
