#!/bin/sh
# Health of a container: the nodes named as arguments are in the ROS graph, asked without the daemon.
. /eyehand/.eyehand/env.sh
nodes=$(timeout 20 ros2 node list --no-daemon --spin-time 4 2>/dev/null) || exit 1
for name in "$@"; do
    echo "$nodes" | grep -qx "/$name" || { echo "no node /$name"; exit 1; }
done
