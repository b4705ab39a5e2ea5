"""Rosters as spreadsheets and systems write them."""

import pytest

from autograder.errors import AuthoringError
from autograder.intake.roster import parse_roster


def test_semicolons_quotes_and_a_byte_order_mark_are_read() -> None:
    text = '\ufeffID;"Last name";First name;Email\r\ns1;"Doe; Jr.";Jane;j@x.edu\r\n\r\n'
    (person,) = parse_roster(text.encode(), "r.csv").people

    assert ("s1", "Jane", "Doe; Jr.", "j@x.edu") == (
        person.id, person.first_name, person.last_name, person.ids["email"],
    )  # fmt: skip


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
def test_the_encoding_is_told_by_the_bytes(encoding: str) -> None:
    roster = parse_roster("id,name\ns1,Jörg Müller\n".encode(encoding), "r.csv")

    assert "Jörg Müller" == roster.people[0].name


def test_a_canvas_gradebook_is_a_roster() -> None:
    text = (
        "Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n"
        '"Doe, Jane",4711,u1,jdoe,A\n'
    )
    (person,) = parse_roster(text.encode(), "r.csv").people

    assert ("4711", "Jane Doe") == (person.id, person.name)


def test_github_classrooms_roster_is_a_roster() -> None:
    text = '"identifier","github_username","github_id","name"\n"s1","Jane-D","9","Jane Doe"\n'
    roster = parse_roster(text.encode(), "r.csv")

    assert "s1" == roster.find([("github", "jane-d")], "")[0].id


def test_unknown_columns_are_kept() -> None:
    roster = parse_roster(b"id,tutor\ns1,Ann\n", "r.csv")

    assert {"tutor": "Ann"} == dict(roster.people[0].extra)


def test_the_same_row_twice_is_one_person() -> None:
    roster = parse_roster(b"id,name\ns1,Jane Doe\ns1,Jane Doe\n", "r.csv")

    assert 1 == len(roster.people)
    assert ("line 3 says the same as one before it",) == roster.notes


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is empty"),
        ("name\nJane\n", "has no column id"),
        ("id,name\n,Jane\n", "line 2: there is no id"),
        ("id\n../x\n", "can't be a student's id"),
        ("id\n.hidden\n", "can't be a student's id"),
        ("id,name\ns1,Jane\ns1,John\n", "line 3: the id s1 is there twice"),
        ("id,email\ns1,a@x\ns2,A@x\n", "s1 and s2 have the same email"),
    ],
)
def test_what_would_mix_people_up_is_an_error(text: str, says: str) -> None:
    with pytest.raises(AuthoringError, match=says):
        parse_roster(text.encode(), "r.csv")


def test_two_people_of_one_name_are_not_told_apart_by_it() -> None:
    roster = parse_roster(b"id,name\ns1,Jane Doe\ns2,Jane Doe\n", "r.csv")
    person, note = roster.find([], "doejane")

    assert person is None
    assert "several people of the roster have the name 'doejane': s1, s2" == note
