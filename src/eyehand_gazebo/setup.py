from setuptools import find_packages, setup

PACKAGE = "eyehand_gazebo"

setup(
    name=PACKAGE,
    version="0.1.0",
    packages=find_packages(exclude=["test"]),
    package_data={PACKAGE: ["py.typed"]},
    data_files=[
        ("share/ament_index/resource_index/packages", [f"resource/{PACKAGE}"]),
        (f"share/{PACKAGE}", ["package.xml"]),
    ],
    install_requires=["setuptools"],
    zip_safe=True,
    maintainer="eyehand maintainers",
    maintainer_email="maintainers@eyehand.invalid",
    description="Gazebo as a world: scenes as SDF, object states, reset and the movable camera.",
    license="Apache-2.0",
    entry_points={"console_scripts": [f"gazebo_world_node = {PACKAGE}.gazebo_world_node:main"]},
)
