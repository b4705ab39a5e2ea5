"""What student code may not do, tried from inside, in every tier and as root and a plain user."""

import functools
import json
import os

import pytest

from autograder.sandbox.doctor import examine
from autograder.sandbox.policy import Tier
from tests.hostile.attacks import ATTACKS
from tests.hostile.plain_user import run_as_plain_user
from tests.hostile.range import attack

pytestmark = pytest.mark.sandbox

# What a tier does not promise: see docs/threat-model.md.
NOT_STOPPED = {
    ("strict", "root"): set(),
    ("strict", "plain"): set(),
    ("basic", "root"): {
        "list_the_owner_s_processes",  # command lines of a machine are everyone's to read
        "fork_many",  # root, which can't leave itself here, is not counted by the kernel
        "start_many_threads",
        "fill_the_disk",
        "make_many_files",
    },
    ("basic", "plain"): {"list_the_owner_s_processes", "fill_the_disk", "make_many_files"},
}
AS_ROOT = os.getuid() == 0
RANGES = [(tier, user) for tier, user in NOT_STOPPED if AS_ROOT or user == "plain"]


@functools.cache
def outcomes(tier, user):
    """What became of each attack; all of them run in one notebook."""
    if user == "root" or not AS_ROOT:
        return attack(Tier(tier))
    ran = run_as_plain_user("tests.hostile.range", tier)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


@pytest.mark.parametrize(("tier", "user"), RANGES)
@pytest.mark.xdist_group("attacks")
def test_every_attack_is_refused(tier, user):
    if not examine(Tier(tier)).works:
        pytest.skip(f"this machine does not have tier {tier}; `autograder doctor` says why")
    found = outcomes(tier, user)

    assert {function.__name__ for function in ATTACKS} == set(found)
    got_through = {name for name, outcome in found.items() if outcome != "refused"}
    assert got_through <= NOT_STOPPED[tier, user]


# With a layer left out, these get through: each of the layers does something by itself.
ONLY_STOPPED_BY = {
    ("strict", "seccomp"): {
        "open_a_udp_socket",
        "open_a_vsock_socket",
        "open_a_netlink_socket",
        "make_a_user_namespace",
        "make_memory_that_no_limit_sees",
        "share_memory_by_system_v",
        "use_the_keyring",
    },
    ("strict", "capabilities"): {"hold_a_capability"},
    ("strict", "rlimits"): {
        "open_many_files",
        "fork_many",
        "start_many_threads",
        "write_one_large_file",
    },
    ("basic", "landlock"): {
        "read_a_secret_file",
        "read_a_hidden_case",
        "walk_to_a_hidden_case",
        "import_the_cases",
        "write_beside_the_secret",
        "find_what_another_student_left",
        "signal_the_owner",
    },
    ("basic", "seccomp"): {
        "open_a_udp_socket",
        "open_a_vsock_socket",
        "connect_to_a_unix_socket",
        "make_a_user_namespace",
    },
}


@pytest.mark.parametrize(("tier", "layer"), ONLY_STOPPED_BY)
@pytest.mark.skipif(not AS_ROOT, reason="as a plain user, file modes stop some of these too")
def test_each_layer_stops_something(tier, layer):
    if not examine(Tier(tier)).works:
        pytest.skip(f"this machine does not have tier {tier}; `autograder doctor` says why")
    found = attack(Tier(tier), (layer,))

    back = {name for name, outcome in found.items() if outcome == "got through"}
    assert ONLY_STOPPED_BY[tier, layer] <= back
