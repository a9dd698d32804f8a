//! Looking up results by label at the speed of a dictionary.
//!
//! `dict(pattern)` asks a mapping for its keys and then for each of them in turn. A method of Python that answers costs as
//! much again as finding the exits of a large tree did, and so does hashing every label to find its number. So the answer
//! is here, and a label that is the next key in order is recognised by its address.

use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyTuple};

/// Keys and values in the order of the keys.
struct Course {
    /// The label of every number; the number itself if there are none.
    labels: Option<Py<PyTuple>>,
    /// The number of each key, ascending; 0, 1, … if there are none.
    keys: Option<Vec<u32>>,
    /// The number of each value; below 0 for None.
    values: Vec<i64>,
    /// The place of the key that is expected.
    next: usize,
    /// The labels of the values from that place on. They are gathered some hundreds at a time: labels lie scattered in
    /// memory, a loop that does nothing else waits for many of them at once, and they are still in the cache when `dict` asks.
    ahead: std::vec::IntoIter<Py<PyAny>>,
}

/// How many labels are gathered at a time.
const AHEAD: usize = 1024;

impl Course {
    /// The number of the key at a place, if there is one.
    fn key(&self, place: usize) -> Option<usize> {
        match &self.keys {
            Some(keys) => keys.get(place).map(|&key| key as usize),
            None => (place < self.values.len()).then_some(place),
        }
    }

    /// The place of a key that is the next one, or the first, or a number; none if it takes a search by its hash.
    fn place(&self, key: &Bound<'_, PyAny>) -> Option<usize> {
        match &self.labels {
            Some(labels) => {
                let labels = labels.bind(key.py());
                let is_key = |&place: &usize| {
                    let label = self.key(place).and_then(|number| labels.get_borrowed_item(number).ok());
                    label.is_some_and(|label| label.is(key))
                };
                [self.next, 0].into_iter().find(is_key)
            }
            // True and 1.0 equal 1, but are left to the search, which refuses them.
            None => {
                let number = key.is_exact_instance_of::<PyInt>().then(|| key.extract::<u32>().ok())??;
                match &self.keys {
                    Some(keys) => keys.binary_search(&number).ok(),
                    None => self.key(number as usize),
                }
            }
        }
    }

    /// The value at a place, whose successor is expected next.
    fn value<'py>(&mut self, py: Python<'py>, place: usize) -> PyResult<Bound<'py, PyAny>> {
        let Some(labels) = &self.labels else {
            self.next = place + 1;
            return match self.values[place] {
                ..0 => Ok(py.None().into_bound(py)),
                number => Ok(number.into_pyobject(py)?.into_any()),
            };
        };
        if place != self.next || self.ahead.as_slice().is_empty() {
            let (labels, none) = (labels.bind(py), py.None());
            let label = |&number: &i64| match usize::try_from(number) {
                Ok(number) => labels.get_borrowed_item(number).map(|label| label.to_owned().unbind()),
                Err(_) => Ok(none.clone_ref(py)),
            };
            // What is asked for out of order is probably the only one.
            let count = if place == self.next { AHEAD } else { 1 };
            let ahead: PyResult<Vec<_>> = self.values[place..].iter().take(count).map(label).collect();
            self.ahead = ahead?.into_iter();
        }
        self.next = place + 1;
        let value = self.ahead.next().expect("there is a value at the place of every key");
        Ok(value.into_bound(py))
    }
}

/// What mappings over arrays inherit: an entry comes from the arrays in the order of the keys, from the dictionary once that
/// is made, and else from `_find`.
#[pyclass(subclass, module = "arrival._core")]
pub(crate) struct Lookup {
    #[pyo3(get, set)]
    _made: Option<Py<PyDict>>,
    course: Option<Course>,
}

#[pymethods]
impl Lookup {
    /// Takes what the `__init__` of a subclass takes, and leaves it to that.
    #[new]
    #[pyo3(signature = (*_arguments, **_named))]
    fn new(_arguments: &Bound<'_, PyTuple>, _named: Option<&Bound<'_, PyDict>>) -> Self {
        Self { _made: None, course: None }
    }

    /// Lays out keys and values as numbers of labels, −1 for a value that is None; without labels these are the numbers
    /// themselves, without keys 0, 1, ….
    fn _lay_out(
        &mut self,
        labels: Option<Py<PyTuple>>,
        keys: Option<PyReadonlyArray1<'_, u32>>,
        values: PyReadonlyArray1<'_, i64>,
    ) -> PyResult<()> {
        let keys = keys.map(|keys| keys.as_slice().map(<[_]>::to_vec)).transpose()?;
        let values = values.as_slice()?.to_vec();
        self.course = Some(Course { labels, keys, values, next: 0, ahead: Vec::new().into_iter() });
        Ok(())
    }

    /// Whether that was done.
    #[getter]
    fn _is_laid_out(&self) -> bool {
        self.course.is_some()
    }

    fn __getitem__<'py>(slf: &Bound<'py, Self>, key: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let mut this = slf.borrow_mut();
        if let Some(course) = &mut this.course
            && let Some(place) = course.place(&key)
        {
            return course.value(slf.py(), place);
        }
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
