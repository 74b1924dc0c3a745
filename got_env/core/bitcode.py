"""Kernels that are kept as bitcode of LLVM, for the kernels that call them.

numba optimises everything that it compiles and makes machine code of it, in case Python calls it.
A kernel that only other kernels call becomes part of each of them, as bitcode, which is
optimised with them once more. So its own machine code is never run: leaving it out saves more than
a tenth of the time that an engine takes to compile.

The compiler's extension points do it: a pass before the one that makes the code says what the code
is collected in, and that nobody waits for machine code (``no_compile``).
"""

from __future__ import annotations

from typing import Any, Self

import llvmlite.binding as llvm
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, CompileResult, DefaultPassBuilder, compile_result
from numba.core.compiler_machinery import AnalysisPass, PassManager, register_pass
from numba.core.typed_passes import IRLegalization

from got_env.core.linking import code_of

KIND = "bitcode"
"""Mark in the cache in place of the kind of machine code."""


class BitcodeLibrary(JITCodeLibrary):
    """Bitcode of a kernel and of those that it contains."""

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        """The code as bytes; numba asks for it by this name."""
        return self.name, KIND, self._get_module_for_linking().as_bitcode()

    @classmethod
    def restored(cls, codegen: Any, name: str, kind: str, code: bytes) -> Self:
        """Code from the cache."""
        assert kind == KIND
        library = cls(codegen, name)
        library._final_module = library._shared_module = llvm.parse_bitcode(code)
        library._finalized = True
        return library

    def finalize(self) -> None:
        """Take in what the kernel calls. Whoever contains it optimises all of it together."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True


@register_pass(mutates_CFG=False, analysis_only=True)
class _CollectBitcode(AnalysisPass):
    """Has the bitcode collected, without machine code."""

    _name = "collect_bitcode"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        state["library"] = BitcodeLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        return False


class BitcodeCompiler(CompilerBase):
    """Compiler of kernels that only other kernels call."""

    def define_pipelines(self) -> list[PassManager]:
        """All steps of numba, and one more."""
        steps = DefaultPassBuilder.define_nopython_pipeline(self.state)
        steps.add_pass_after(_CollectBitcode, IRLegalization)
        steps.finalize()
        return [steps]


def offer_bitcode(dispatcher: Any) -> None:
    """Let other kernels contain what a dispatcher compiles or loads from now on."""

    def add_overload(result: Any) -> None:
        if result.entry_point is None:  # just compiled: what is loaded is known to callers already
            result = result._replace(entry_point=_new_key())
            context = dispatcher.targetctx
            context.insert_user_function(result.entry_point, result.fndesc, [code_of(result)])
        dispatcher.overloads[tuple(result.signature.args)] = result

    dispatcher.add_overload = add_overload


def bring_environments(dispatcher: Any) -> None:
    """Give machine code the environments of the kernels that it contains.

    An environment holds what machine code needs of Python, such as values of errors that it raises.
    numba gives it to the machine code of the kernel itself, which contained kernels do not have.
    """
    keep = dispatcher.add_overload

    def add_overload(result: Any) -> None:
        keep(result)
        for environment in result._find_referenced_environments():
            result.codegen.set_env(environment.env_name, environment)

    dispatcher.add_overload = add_overload


def _new_key() -> object:
    """Key by which callers look a kernel up, in place of the entry point it does not have."""
    return object()


def is_bitcode(parts: tuple[Any, ...]) -> bool:
    """True if the cache holds bitcode of a kernel."""
    (_, kind, _), *_ = parts
    return bool(kind == KIND)


def restored(context: Any, library: tuple[str, str, bytes], *parts: Any) -> CompileResult:
    """Kernel as bitcode, from what :meth:`CompileResult._reduce` gave."""
    fndesc, environment, signature, objectmode, lifted, annotation, reload_init, referenced = parts
    result: CompileResult = compile_result(
        typing_context=context.typing_context,
        target_context=context,
        entry_point=_new_key(),
        library=BitcodeLibrary.restored(context.codegen(), *library),
        fndesc=fndesc,
        environment=environment,
        signature=signature,
        objectmode=objectmode,
        lifted=lifted,
        type_annotation=annotation,
        reload_init=reload_init,
        referenced_envs=referenced,
    )
    return result
