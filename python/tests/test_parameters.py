"""Every parameter of every public function is described, and so is what it returns."""

import inspect

import pytest
from numpydoc.docscrape import get_doc_object
from numpydoc.validate import validate
from test_doctests import OBJECTS

#: The classes that are made by hand; all others are results, whose fields are described where they are declared.
MADE_BY_HAND = {"arrival.RotorGraph", "arrival.campaign.Family", "arrival.widget.Player"}

#: What numpydoc must not object to: missing, unknown, swapped and empty parameters; nothing said of what is returned; and
#: sections that do not exist or stand in another order.
OBJECTIONS = {"PR01", "PR02", "PR03", "PR07", "PR08", "PR09", "PR10", "RT01", "RT03", "RT04", "RT05", "GL06", "GL07"}


def takes_parameters(thing):
    """Whether it is called with something besides `self` and `cls`."""
    return bool(set(inspect.signature(thing).parameters) - {"self", "cls"})


DESCRIBED = {
    name: thing
    for name, thing in OBJECTS.items()
    if (name in MADE_BY_HAND or inspect.isfunction(thing)) and takes_parameters(thing)
}


def objections(thing):
    """What numpydoc objects to."""
    return [f"{code}: {words}" for code, words in validate(get_doc_object(thing))["errors"] if code in OBJECTIONS]


@pytest.mark.parametrize("name", DESCRIBED)
def test_every_parameter_is_described(name):
    assert objections(DESCRIBED[name]) == []


def test_there_is_much_to_describe_and_a_gap_is_found():
    assert len(DESCRIBED) > 100 and MADE_BY_HAND <= set(DESCRIBED)

    def half(a, b):
        """Add.

        Parameters
        ----------
        a
            A number.
        """
        return a + b

    assert {words[:4] for words in objections(half)} == {"PR01", "RT01"}
