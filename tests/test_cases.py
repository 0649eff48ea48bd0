"""A test of many cases tries all of them and names those that fail."""

import pytest
from cases import cases


def test_every_case_is_tried_and_each_that_fails_is_named(request: pytest.FixtureRequest) -> None:
    tried = []

    @cases("number, square", [(1, 1), pytest.param(2, 5, id="two"), (3, 8), (4, 16)])
    def rule(number: int, square: int, request: pytest.FixtureRequest) -> None:
        tried.append(number)
        if number == 3:
            with pytest.raises(ValueError, match="never"):
                pass
        assert number**2 == square

    with pytest.raises(BaseExceptionGroup, match="2 of 4 cases") as caught:
        rule(request=request)
    assert tried == [1, 2, 3, 4]
    assert [fault.__notes__ for fault in caught.value.exceptions] == [["case: two"], ["case: (3, 8)"]]


def test_a_case_has_no_marks_of_its_own() -> None:
    with pytest.raises(AssertionError, match="no marks"):
        cases("number", [pytest.param(1, marks=pytest.mark.sweep)])(lambda number: None)()


def test_a_case_that_skips_has_failed() -> None:
    tried = []

    @cases("number", [1, 2])
    def rule(number: int) -> None:
        tried.append(number)
        pytest.skip("not today")

    with pytest.raises(BaseExceptionGroup, match="2 of 2 cases"):
        rule()
    assert tried == [1, 2]
