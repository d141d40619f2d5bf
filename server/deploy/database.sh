#!/bin/sh
# Runs once, when PostgreSQL makes its files. The role of the servers owns its database, and nothing else: it's no superuser, and
# can't make roles or databases.
set -eu

# `\getenv` and `:'password'` quote the password, whatever characters it has.
psql --username "${POSTGRES_USER:-postgres}" --dbname postgres --set ON_ERROR_STOP=1 <<'SQL'
\getenv password AUTH_PASSWORD
create role auth login password :'password' nosuperuser nocreatedb nocreaterole noreplication;
create database auth owner auth;
revoke all on database auth from public;
revoke all on database postgres from public;
SQL
