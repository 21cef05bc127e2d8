# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Compiles the C library into the package, as a plain shared library without Python in it."""

import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext

SOURCE = "native/limbsmith_bn254.c"
LIBRARY = {"win32": "limbsmith.dll", "darwin": "liblimbsmith.dylib"}.get(sys.platform, "liblimbsmith.so")


class BuildLibrary(build_ext):
    """An extension module without the module: its file has a plain name and no init function."""

    def build_extension(self, ext: Extension) -> None:
        if not Path(SOURCE).is_file():
            raise SystemExit(
                f"limbsmith: there is no {SOURCE}. A source distribution holds it; "
                "in a checkout of the project, tools/vendor bindings/python writes it."
            )
        if self.compiler.compiler_type == "unix":  # -O2 and not -O3: the project's CMakeLists.txt says why
            ext.extra_compile_args += ["-O2", "-g0"]
            # The folders of this Python's own libraries are nothing to a library without Python in it.
            linker = self.compiler.linker_so
            self.compiler.linker_so = [word for word in linker if not word.startswith(("-L", "-Wl,-rpath"))]
        super().build_extension(ext)

    def get_ext_filename(self, fullname: str) -> str:
        return str(Path(*fullname.split(".")[:-1], LIBRARY))

    def get_export_symbols(self, ext: Extension) -> list:
        return []


class PlatformWheel(bdist_wheel):
    """For one platform and any Python 3."""

    def get_tag(self) -> tuple:
        return ("py3", "none", super().get_tag()[2])


setup(
    ext_modules=[
        Extension(
            "limbsmith.library",
            [SOURCE],
            depends=["native/limbsmith_bn254.h"],
            define_macros=[("LSM_BUILDING", "1")],
        )
    ],
    cmdclass={"build_ext": BuildLibrary, "bdist_wheel": PlatformWheel},
)
