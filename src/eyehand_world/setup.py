from setuptools import find_packages, setup

PACKAGE = "eyehand_world"

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
    description=(
        "Worlds behind the stack's topics and action servers: MuJoCo and the 2-D layout scene."
    ),
    license="Apache-2.0",
    entry_points={
        "console_scripts": [
            f"world_node = {PACKAGE}.world_node:main",
            f"layout_world_node = {PACKAGE}.layout_world_node:main",
        ]
    },
)
