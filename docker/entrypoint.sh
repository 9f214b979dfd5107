#!/bin/sh
# Runs a command in the environment of the built workspace; a plain name is a command of eyehand.
set -e
. /eyehand/.eyehand/env.sh
case "$1" in
    run | demo | tasks | score | doctor | "") exec /eyehand/eyehand "$@" ;;
    *) exec "$@" ;;
esac
