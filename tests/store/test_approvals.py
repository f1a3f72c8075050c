"""Tools of foreign servers, as a person approved them; on both databases."""

import dataclasses

from rostra.records import Approval
from rostra.store import Store
from tests.store.samples import NASTY, NOON, joined

TIME = Approval("time", "get_current_time", "f" * 64, '{"name":"get_current_time"}', NOON)


async def test_the_last_approval_of_a_tool_is_the_one_that_holds(store: Store) -> None:
    await store.put_approval(TIME)
    await store.put_approval(TIME)
    again = dataclasses.replace(TIME, fingerprint="e" * 64)
    await store.put_approval(again)

    assert list(await store.approvals("time")) == [again]


async def test_approvals_of_one_server_are_no_business_of_another(store: Store) -> None:
    await store.put_approval(TIME)
    await store.put_approval(dataclasses.replace(TIME, server="clock"))
    await store.remove_approval("clock", TIME.tool)
    await store.remove_approval("clock", "never there")

    assert list(await store.approvals("time")) == [TIME]
    assert list(await store.approvals("clock")) == []


async def test_whatever_a_server_says_of_its_tool_is_kept_as_it_was(store: Store) -> None:
    nasty = dataclasses.replace(TIME, definition=joined(NASTY))
    await store.put_approval(nasty)

    assert list(await store.approvals("time")) == [nasty]
