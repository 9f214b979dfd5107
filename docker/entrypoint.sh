#!/bin/sh
# Runs a program in the environment of the built workspace; what is no program is a command of eyehand.
set -e
. /eyehand/.eyehand/env.sh

# Compose passes `name:=` for a variable that is not set; ros2 launch refuses an argument without a value.
for word in "$@"; do
    shift
    case "$word" in
        *:=) ;;
        *) set -- "$@" "$word" ;;
    esac
done

# The first line goes to eyehand whatever programs the image has; above all what a person says to a robot.
case "$1" in
    stop | release | confirm | run | demo | tasks | score | doctor | "" | -*) ;;
    *) command -v "$1" > /dev/null && exec "$@" ;;
esac
exec /eyehand/eyehand "$@"
