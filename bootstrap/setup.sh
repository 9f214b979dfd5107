#!/bin/sh
# Set up this checkout; safe to repeat. Finds a Python (3.8 or later) that runs the rest:
# bootstrap/eyehand_setup, which finds or makes everything else.
here=$(dirname -- "$(readlink -f -- "$0")")
unset PYTHONHOME # it would send every Python that is tried or started to the library of one

usable() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 8))' >/dev/null 2>&1
}

for python in python3 python3.12 python3.11 python3.10 /usr/bin/python3 /usr/local/bin/python3 \
    "${HOME:-/nonexistent}"/.pyenv/versions/3.*/bin/python3; do
    if usable "$python"; then
        exec "$python" -s -E "$here" "$@" # -s -E: the user's own packages and PYTHON* take no part
    fi
done
echo "error: no Python 3.8 or later to start set-up with" >&2
echo "  looked for python3 on PATH, in /usr/bin, in /usr/local/bin, in ~/.pyenv/versions" >&2
echo "  Debian, Ubuntu:  sudo apt-get install python3 python3-venv" >&2
exit 3
