//! Looking up results by label at the speed of a dictionary.
//!
//! `dict(pattern)` asks a mapping for its keys and then for each of them. A method of Python that answers costs as much
//! again as finding the exits of a large tree did, so this one is here.

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// What mappings over arrays inherit: an entry comes from the dictionary, once that is made, else from `_find`.
#[pyclass(subclass, module = "arrival._core")]
pub(crate) struct Lookup {
    #[pyo3(get, set)]
    _made: Option<Py<PyDict>>,
}

#[pymethods]
impl Lookup {
    /// Takes what the `__init__` of a subclass takes, and leaves it to that.
    #[new]
    #[pyo3(signature = (*_arguments, **_named))]
    fn new(_arguments: &Bound<'_, PyTuple>, _named: Option<&Bound<'_, PyDict>>) -> Self {
        Self { _made: None }
    }

    fn __getitem__<'py>(slf: &Bound<'py, Self>, key: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let this = slf.borrow();
        match &this._made {
            Some(made) => {
                made.bind(slf.py()).get_item(&key)?.ok_or_else(|| PyKeyError::new_err(key.unbind()))
            }
            None => {
                drop(this);
                slf.call_method1("_find", (key,))
            }
        }
    }
}
