# ROS 2 Jazzy on Ubuntu 24.04 with Gazebo Harmonic (gz-sim) and MoveIt. Not run yet; see docs/limits.md.
#
#   docker build -f docker/jazzy.Dockerfile -t eyehand:jazzy .
#
# Name BASE_IMAGE by digest for results that must be repeatable, and keep the image: ROS's package
# archive holds the newest versions only. packages.txt and python-packages.txt in it list what it got.
ARG BASE_IMAGE=ros:jazzy-ros-base-noble
FROM ${BASE_IMAGE}

SHELL ["/bin/bash", "-o", "pipefail", "-c"]

# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        libegl1 libgl1-mesa-dri libopengl0 make python3-opencv python3-venv xvfb \
        ros-jazzy-coal ros-jazzy-pinocchio \
        ros-jazzy-cyclonedds ros-jazzy-rmw-cyclonedds-cpp \
        ros-jazzy-control-msgs ros-jazzy-controller-manager ros-jazzy-gripper-controllers \
        ros-jazzy-joint-state-broadcaster ros-jazzy-joint-trajectory-controller \
        ros-jazzy-effort-controllers \
        ros-jazzy-gz-ros2-control ros-jazzy-ros-gz-bridge ros-jazzy-ros-gz-image \
        ros-jazzy-ros-gz-sim \
        ros-jazzy-image-transport-plugins ros-jazzy-moveit ros-jazzy-moveit-py \
        ros-jazzy-robot-state-publisher \
        ros-jazzy-rosbag2-storage-mcap ros-jazzy-rviz2 ros-jazzy-sros2 ros-jazzy-xacro \
    && rm -rf /var/lib/apt/lists/*

ARG UID=1000
# The base image has a user "ubuntu" with the number 1000.
RUN if id ubuntu > /dev/null 2>&1; then userdel --remove ubuntu; fi \
    && useradd --create-home --uid "${UID}" --shell /bin/bash eyehand \
    && install -d -o eyehand -g eyehand /eyehand /eyehand/out
USER eyehand
WORKDIR /eyehand
COPY --chown=eyehand:eyehand . .
RUN . /opt/ros/jazzy/setup.bash \
    && ./bootstrap/setup.sh \
    && dpkg-query -W > packages.txt \
    && .eyehand/runtime/bin/python -m pip freeze > python-packages.txt

ENV RMW_IMPLEMENTATION=rmw_cyclonedds_cpp
HEALTHCHECK --interval=30s --timeout=25s --start-period=90s --retries=3 \
    CMD ["/eyehand/docker/healthy.sh", "monitor", "executor", "camera"]
ENTRYPOINT ["/eyehand/docker/entrypoint.sh"]
CMD ["doctor"]
