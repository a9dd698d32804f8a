//! Mutants of certificates: one change of any number, name, list or flag, in the JSON of any kind of certificate.

use rotor_graph::Instance;
use serde_json::{Map, Value, json};

/// One change: what stands at a place is replaced, or removed from the object that holds it.
pub(crate) struct Edit {
    /// The keys on the way that are not names of vertices, and the change.
    pub(crate) kind: String,
    place: String,
    new: Option<Value>,
}

impl Edit {
    /// The certificate after the change.
    pub(crate) fn applied(&self, certificate: &Value) -> Value {
        let mut certificate = certificate.clone();
        match (&self.new, self.place.rsplit_once('/')) {
            (Some(new), _) => {
                *certificate.pointer_mut(&self.place).expect("the place is there") = new.clone()
            }
            (None, Some((object, key))) => {
                let object = certificate.pointer_mut(object).and_then(Value::as_object_mut);
                object.expect("only keys are removed").shift_remove(key);
            }
            (None, None) => unreachable!("the certificate itself is never removed"),
        }
        certificate
    }

    /// Whether this change and `other` can be made one after the other: neither is inside what the other replaces.
    pub(crate) fn is_apart_from(&self, other: &Self) -> bool {
        !self.place.starts_with(&other.place) && !other.place.starts_with(&self.place)
    }
}

/// All changes of a certificate about `instance`.
pub(crate) fn edits(instance: &Instance, certificate: &Value) -> Vec<Edit> {
    let names = instance.graph().vertices().map(|v| instance.name(v).to_owned()).collect();
    let mut visitor = Visitor { names, edits: Vec::new() };
    for (key, value) in certificate.as_object().expect("a certificate is an object") {
        if !["schema", "kind", "instance"].contains(&&**key) {
            visitor.visit(&format!("/{key}"), key, value);
            visitor.put(&format!("/{key}"), key, "removed", None);
        }
    }
    visitor.edits
}

struct Visitor {
    names: Vec<String>,
    edits: Vec<Edit>,
}

impl Visitor {
    fn put(&mut self, place: &str, path: &str, change: &str, new: Option<Value>) {
        self.edits.push(Edit { kind: format!("{path} {change}"), place: place.to_owned(), new });
    }

    /// The other names if `text` is one, in a circle.
    fn names_after(&self, text: &str) -> impl Iterator<Item = String> + use<> {
        let at = self.names.iter().position(|name| name == text);
        let others = at.map(|at| [&self.names[at + 1..], &self.names[..at]].concat());
        others.unwrap_or_default().into_iter()
    }

    fn is_name(&self, text: &str) -> bool {
        self.names.iter().any(|name| name == text)
    }

    /// Changes the node at `place`, and all in it.
    fn visit(&mut self, place: &str, path: &str, node: &Value) {
        match node {
            Value::String(text) if self.is_name(text) => {
                // In a row, of which there are many, one other name stands for all.
                let others = if path.contains('.') { 1 } else { self.names.len() };
                for name in
                    self.names_after(text).take(others).chain(["nobody".to_owned()]).collect::<Vec<_>>()
                {
                    self.put(place, path, "is another", Some(name.into()));
                }
                // Where a particle ends may be a trap, by its number.
                self.put(place, path, "is a trap", Some(json!({"trap": 0})));
            }
            Value::String(text) => self.numbers(place, path, text),
            Value::Number(old) => {
                for new in (-4..=5).filter(|new| old.as_i64() != Some(*new)) {
                    self.put(place, path, "is another", Some(new.into()));
                }
                self.put(place, path, "is another", Some("bounce".into()));
            }
            Value::Bool(old) => self.put(place, path, "is the opposite", Some((!old).into())),
            Value::Array(items) => self.list(place, path, items),
            Value::Object(entries) => self.object(place, path, entries),
            Value::Null => {}
        }
    }

    fn numbers(&mut self, place: &str, path: &str, text: &str) {
        let Ok(old) = text.parse::<i128>() else {
            // Infinity, or what a strategy or a player does.
            for new in
                ["0", "1", "2", "start", "order", "free", "bounce"].into_iter().filter(|new| *new != text)
            {
                self.put(place, path, "is another", Some(new.into()));
            }
            return;
        };
        let changes = [
            ("+ 1", old + 1),
            ("- 1", old - 1),
            ("* 2", old * 2),
            ("+ 2", old + 2),
            ("+ 3", old + 3),
            ("= 0", 0),
        ];
        for (change, new) in changes {
            if new != old {
                self.put(place, path, change, Some(new.to_string().into()));
            }
        }
        self.put(place, path, "= inf", Some("inf".into()));
    }

    fn list(&mut self, place: &str, path: &str, items: &[Value]) {
        let with = |change: &dyn Fn(&mut Vec<Value>)| {
            let mut items = items.to_vec();
            change(&mut items);
            Some(Value::from(items))
        };
        for (at, item) in items.iter().enumerate() {
            self.put(place, path, "without one", with(&|items| drop(items.remove(at))));
            self.put(place, path, "with one twice", with(&|items| items.push(item.clone())));
            for other in at + 1..items.len() {
                if *item != items[other] {
                    self.put(place, path, "swapped", with(&|items| items.swap(at, other)));
                }
                if let (Some(first), Some(second)) = (item.as_array(), items[other].as_array()) {
                    let merged = Value::from([&first[..], second].concat());
                    let merge = |items: &mut Vec<Value>| {
                        items.remove(other);
                        items[at] = merged.clone();
                    };
                    self.put(place, path, "merged", with(&merge));
                }
            }
            for (member, value) in item.as_array().into_iter().flatten().enumerate() {
                let split = |items: &mut Vec<Value>| {
                    items[at].as_array_mut().expect("it is a list").remove(member);
                    items.push(vec![value.clone()].into());
                };
                self.put(place, path, "split", with(&split));
            }
            for (key, value) in item.as_object().into_iter().flatten() {
                // A row about another vertex, beside the one that is there.
                if let Some(name) = value.as_str().and_then(|text| self.names_after(text).next()) {
                    let mut row = item.clone();
                    row[key] = name.into();
                    self.put(place, path, "with another", with(&|items| items.push(row.clone())));
                }
            }
            self.visit(&format!("{place}/{at}"), path, item);
        }
        let holds_lists = path == "traps" || items.iter().any(Value::is_array);
        for name in self.names.clone().into_iter().chain(["nobody".to_owned()]) {
            let item = if holds_lists { vec![Value::from(name)].into() } else { Value::from(name) };
            self.put(place, path, "with a name", with(&|items| items.push(item.clone())));
        }
        for item in [json!("0"), json!([])] {
            self.put(place, path, "with one more", with(&|items| items.push(Value::clone(&item))));
        }
    }

    fn object(&mut self, place: &str, path: &str, entries: &Map<String, Value>) {
        let is_table = path != "entry" && entries.keys().all(|key| self.is_name(key));
        for (number, (key, value)) in entries.iter().enumerate() {
            let inner = if is_table { path.to_owned() } else { format!("{path}.{key}") };
            self.visit(&format!("{place}/{key}"), &inner, value);
            self.put(&format!("{place}/{key}"), &inner, "removed", None);
            for (other, second) in entries.iter().skip(number + 1).filter(|_| is_table) {
                if value != second {
                    let mut swapped = entries.clone();
                    (swapped[key], swapped[other]) = (second.clone(), value.clone());
                    self.put(place, path, "swapped", Some(swapped.into()));
                }
            }
        }
        if !is_table {
            for name in
                self.names.clone().into_iter().filter(|_| entries.contains_key("trap") && entries.len() == 1)
            {
                self.put(place, path, "is a sink", Some(name.into()));
            }
            return;
        }
        let more = entries.values().next().cloned().unwrap_or_else(|| "1".into());
        for name in self.names.clone().into_iter().chain(["nobody".to_owned()]) {
            if !entries.contains_key(&name) {
                for (key, value) in entries {
                    let mut renamed = entries.clone();
                    renamed.shift_remove(key);
                    renamed.insert(name.clone(), value.clone());
                    self.put(place, path, "of another", Some(renamed.into()));
                }
                let mut larger = entries.clone();
                larger.insert(name, more.clone());
                self.put(place, path, "with one more", Some(larger.into()));
            }
        }
    }
}
