# ROS 2 Humble on Ubuntu 22.04 with Gazebo Classic 11 and MoveIt. Not run yet; see docs/limits.md.
#
#   docker build -f docker/humble.Dockerfile -t eyehand:humble .
#
# Name BASE_IMAGE by digest for results that must be repeatable, and keep the image: ROS's package
# archive holds the newest versions only. packages.txt and python-packages.txt in it list what it got.
ARG BASE_IMAGE=ros:humble-ros-base-jammy
FROM ${BASE_IMAGE}

SHELL ["/bin/bash", "-o", "pipefail", "-c"]

# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        libegl1 libgl1-mesa-dri libopengl0 make python3-opencv python3-venv xvfb \
        ros-humble-coal ros-humble-pinocchio \
        ros-humble-cyclonedds ros-humble-rmw-cyclonedds-cpp \
        ros-humble-control-msgs ros-humble-controller-manager ros-humble-gripper-controllers \
        ros-humble-joint-state-broadcaster ros-humble-joint-trajectory-controller \
        ros-humble-effort-controllers \
        ros-humble-gazebo-ros-pkgs ros-humble-gazebo-ros2-control \
        ros-humble-image-transport-plugins ros-humble-moveit ros-humble-robot-state-publisher \
        ros-humble-rosbag2-storage-mcap ros-humble-rviz2 ros-humble-sros2 ros-humble-xacro \
    && rm -rf /var/lib/apt/lists/*

ARG UID=1000
RUN useradd --create-home --uid "${UID}" --shell /bin/bash eyehand \
    && install -d -o eyehand -g eyehand /eyehand /eyehand/out
USER eyehand
WORKDIR /eyehand
COPY --chown=eyehand:eyehand . .
RUN . /opt/ros/humble/setup.bash \
    && ./bootstrap/setup.sh \
    && dpkg-query -W > packages.txt \
    && .eyehand/runtime/bin/python -m pip freeze > python-packages.txt

ENV RMW_IMPLEMENTATION=rmw_cyclonedds_cpp
HEALTHCHECK --interval=30s --timeout=25s --start-period=90s --retries=3 \
    CMD ["/eyehand/docker/healthy.sh", "monitor", "executor", "camera"]
ENTRYPOINT ["/eyehand/docker/entrypoint.sh"]
CMD ["doctor"]
