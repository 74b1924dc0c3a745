"""Tables that compiled kernels read where they lie in memory, instead of holding a copy.

numba freezes a global array: its numbers become part of the machine code, so other numbers would
need other machine code. Of a :class:`Table` kernels know the name alone, and learn its address when
they are loaded. Rows can be added while a process runs, machine code kept on disk fits whatever
they hold, and reading a row costs what it costs in a frozen array.

Rows are only ever added, and the memory never moves, so kernels that run in other threads or in
forked processes may go on reading.
"""

from __future__ import annotations

import operator
import threading
from typing import Any

import llvmlite.binding
import numpy as np
from llvmlite import ir
from numba import from_dtype, types
from numba.core import cgutils
from numba.core.imputils import lower_constant
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin, models, register_model, typeof_impl

Rows = np.ndarray[Any, np.dtype[Any]]


_names: set[str] = set()
"""Of the tables of this process: kernels would find the memory of the last one of a name."""


class Table:
    """Records that kernels and Python index alike: ``RULES[row]``.

    Args:
        name: of the symbol that kernels know it by; no other table of the process may have it.
        dtype: of its records.
        capacity: the most rows it can ever have.

    Raises:
        ValueError: if there is a table of this name.
    """

    def __init__(self, name: str, dtype: np.dtype[Any], capacity: int) -> None:
        if name in _names:
            raise ValueError(f"Table({name!r}): there is one: expected another name")
        _names.add(name)
        self.name = name
        self.dtype = dtype
        self.capacity = capacity
        self._memory = np.zeros(capacity, dtype=dtype)
        self._shown = self._first(0)
        self._lock = threading.Lock()
        llvmlite.binding.add_symbol(name, self._memory.ctypes.data)

    def _first(self, count: int) -> Rows:
        rows = self._memory[:count]
        rows.setflags(write=False)
        return rows

    def __len__(self) -> int:
        """Number of rows that have been added."""
        return len(self._shown)

    def __getitem__(self, key: Any) -> Any:
        """A record by its row, or a field ``(rows, ...)`` by its name; read-only."""
        return self._shown[key]

    def add(self, rows: Rows) -> int:
        """Append rows for good; returns the index of the first.

        Raises:
            ValueError: if there is no room for them; says how many rows there can be.
        """
        with self._lock:
            first, end = len(self), len(self) + len(rows)
            if end > self.capacity:
                raise ValueError(
                    f"{self.name}: {len(rows)} more rows do not fit: {first} of"
                    f" {self.capacity} are in use"
                )
            self._memory[first:end] = rows
            self._shown = self._first(end)
        return first

    def put(self, place: int, values: tuple[Any, ...]) -> None:
        """Fill a row at a place of its own, for a table by numbers that are given elsewhere.

        All rows up to it count from then on; those that nobody has put are 0. A row that kernels
        may have read never changes, so each is put once.

        Args:
            place: of the row.
            values: of its fields, in their order.

        Raises:
            IndexError: if there is no such place.
            ValueError: if it has been filled with something else.
        """
        with self._lock:
            row = np.array([values], dtype=self.dtype)
            if place < len(self) and self._memory[place].tobytes() not in (
                row[0].tobytes(),
                bytes(self.dtype.itemsize),
            ):
                raise ValueError(f"{self.name}: row {place} is in use: expected another place")
            self._memory[place] = row[0]
            self._shown = self._first(max(len(self), place + 1))

    def __repr__(self) -> str:
        # The compiler writes a text of every global of a kernel into notes it does not even keep;
        # with all numbers that took a third of the time to compile a rule.
        return self.name


class _TableType(types.Type):
    """Type of a table in compiled code: nothing is passed, its name and record say it all."""

    def __init__(self, symbol: str, record: Any) -> None:
        self.symbol = symbol
        self.record = record
        super().__init__(name=f"Table({symbol}, {record})")


register_model(_TableType)(models.OpaqueModel)


@typeof_impl.register(Table)
def _typeof(table: Table, context: Any) -> _TableType:
    return _TableType(table.name, from_dtype(table.dtype))


def _lower_constant(context: Any, builder: Any, kind: Any, table: Table) -> Any:
    return context.get_dummy_value()


lower_constant(_TableType)(_lower_constant)


@infer_global(operator.getitem)
class _IndexTable(AbstractTemplate):
    """``table[index]`` is a record."""

    def generic(self, args: Any, kws: Any) -> Any:
        table, index = args
        if isinstance(table, _TableType) and isinstance(index, types.Integer):
            return signature(table.record, table, types.intp)
        return None


def _lower_row(context: Any, builder: Any, wanted: Any, arguments: Any) -> Any:
    """The address of the table, so many records further on."""
    table: _TableType = wanted.args[0]
    record = ir.ArrayType(ir.IntType(8), table.record.size)
    place = builder.module.globals.get(table.symbol)
    if place is None:
        place = cgutils.add_global_variable(builder.module, record, table.symbol)
        # What a kernel has read stays as it is, for rows in use never change.
        place.global_constant = True
    at = builder.gep(place, [arguments[1]])
    return builder.bitcast(at, context.get_value_type(table.record))


lower_builtin(operator.getitem, _TableType, types.Integer)(_lower_row)
