from setuptools import find_packages, setup

PACKAGE = "eyehand_agent"

setup(
    name=PACKAGE,
    version="0.1.0",
    packages=find_packages(exclude=["test"]),
    package_data={PACKAGE: ["py.typed", "human/page.html"]},
    data_files=[
        ("share/ament_index/resource_index/packages", [f"resource/{PACKAGE}"]),
        (f"share/{PACKAGE}", ["package.xml"]),
    ],
    install_requires=["setuptools"],
    zip_safe=True,
    maintainer="eyehand maintainers",
    maintainer_email="maintainers@eyehand.invalid",
    description="Agent node and its policies, model endpoints and prompts.",
    license="Apache-2.0",
    entry_points={"console_scripts": ["agent_node = eyehand_agent.agent_node:main"]},
)
