from setuptools import find_packages, setup

PACKAGE = "eyehand_executor"

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
    description="Cartesian executor: metric arm commands to checked joint trajectories.",
    license="Apache-2.0",
    entry_points={
        "console_scripts": [
            f"executor_node = {PACKAGE}.executor_node:main",
            f"arranger_node = {PACKAGE}.arranger_node:main",
        ],
    },
)
