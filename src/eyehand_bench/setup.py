from setuptools import find_packages, setup

PACKAGE = "eyehand_bench"

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
    description="The eyehand command: run episodes, record, score, list, check.",
    license="Apache-2.0",
    entry_points={
        "console_scripts": [
            f"eyehand = {PACKAGE}.cli.main:main",
            f"recorder_node = {PACKAGE}.recorder_node:main",
            f"episode_node = {PACKAGE}.episode_node:main",
        ]
    },
)
