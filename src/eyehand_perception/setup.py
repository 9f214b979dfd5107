from setuptools import find_packages, setup

PACKAGE = "eyehand_perception"

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
    description="A physical cell as a world: objects from fiducial markers, guided resets.",
    license="Apache-2.0",
    entry_points={
        "console_scripts": [
            f"perception_node = {PACKAGE}.perception_node:main",
            f"rehearsal_node = {PACKAGE}.rehearsal_node:main",
            f"operator = {PACKAGE}.operator_console:main",
            f"calibrate = {PACKAGE}.calibrate:main",
            f"print_markers = {PACKAGE}.print_markers:main",
        ]
    },
)
