"""Every family of native agents finishes tasks in its own form."""

from contracts.native_contract import NativeContract
from contracts.native_writers import write_qwen_vl

from automotive_env.agents.native import qwen_vl


class TestQwenVl(NativeContract):
    family = qwen_vl.FAMILY
    write = write_qwen_vl
