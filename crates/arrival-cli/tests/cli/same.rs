//! The same question by other ways: what a document asks on the command line is asked as a request too, which is what
//! HTTP, the browser and Python send.

use crate::place::Place;
use crate::running::Ran;
use serde_json::{Map, Value, json};

/// Options without a value.
const FLAGS: &[&str] = &[
    "access",
    "all",
    "cycles",
    "explain",
    "float",
    "frames",
    "generators",
    "infer-sinks",
    "no-check",
    "orders",
    "pairs",
    "reverse",
    "trace",
    "undirected",
    "weights",
];

/// What only the command line refuses: a request takes the first of two options that exclude each other, no numbers for an empty
/// list of them, and a width that is too small for the smallest.
const ONLY_THE_COMMAND_LINE_REFUSES: &[&str] = &[
    "arrival solve graph.rotor --from v --all",
    "arrival route graph.rotor",
    "arrival stabilise graph.rotor",
    "arrival draw --example fig-calc-rn --width 4",
    "arrival solve graph.rotor -q -v",
    "arrival solve graph.rotor --color sometimes",
];

/// A command line as a request.
struct Asked {
    name: String,
    body: Map<String, Value>,
    /// Files whose text is in it; messages call each of them `<request>`.
    files: Vec<String>,
    /// Where the certificate and the final rotors are on the command line.
    certificate: Option<String>,
    after: Option<String>,
}

impl Asked {
    fn add(&mut self, key: &str, value: impl Into<Value>) {
        self.body.insert(key.to_owned(), value.into());
    }

    /// Adds the text of a file; nothing if it is not text, or no file.
    fn add_file(&mut self, key: &str, file: &str, place: &Place) -> Option<()> {
        self.add(key, std::fs::read_to_string(place.path(file)).ok()?);
        self.files.push(file.to_owned());
        Some(())
    }
}

/// The request that a command line is; nothing if it needs a shell, or asks about several files, or is no question.
fn asked(command: &str, place: &Place) -> Option<Asked> {
    if command.contains(['|', '<', '>', '$', '\'', '"', '(']) {
        return None;
    }
    let mut words = command.split(' ').skip(1);
    let name = words.next()?.to_owned();
    let questions = arrival::request::Ask::NAMES.iter().filter(|name| !["begin", "hunt"].contains(name));
    if !questions.into_iter().any(|question| *question == name) {
        return None;
    }
    let mut asked = Asked { name, body: Map::new(), files: Vec::new(), certificate: None, after: None };
    let mut files = Vec::new();
    while let Some(word) = words.next() {
        let Some(option) =
            word.strip_prefix("--").or(word.strip_prefix('-')).filter(|option| !option.is_empty())
        else {
            files.push(word);
            continue;
        };
        match option {
            "json" | "q" | "quiet" | "v" | "verbose" => {}
            "color" | "o" | "output" => drop(words.next()),
            "threads" | "timings" | "help" | "h" | "version" | "V" => return None,
            "timeout" if words.clone().next() != Some("0") => return None,
            "certificate" => asked.certificate = words.next().map(str::to_owned),
            "final" => asked.after = words.next().map(str::to_owned),
            "strategy" => asked.add_file(option, words.next()?, place)?,
            "sink" => {
                let more = words.next()?;
                match asked.body.get_mut("sink") {
                    Some(Value::String(list)) => *list += &format!(",{more}"),
                    _ => asked.add(option, more),
                }
            }
            flag if FLAGS.contains(&flag) => asked.add(flag, true),
            // The only option that a request takes as a number and not as digits.
            "degree" => asked.add(option, words.next()?.parse::<u16>().ok()?),
            _ => match (words.next()?, option) {
                (value, "particles" | "chips") if value.starts_with('@') => {
                    let text = std::fs::read_to_string(place.path(&value[1..])).ok()?;
                    let counts: Value = serde_json::from_str(&text).ok()?;
                    // A request keeps the last of two equal keys, and does not place what is wrong with a number.
                    let counts =
                        counts.as_object().filter(|counts| counts.len() == text.matches("\":").count())?;
                    let are_counts = counts.values().all(|count| count.is_string() || count.is_i64());
                    asked.add(option, are_counts.then(|| counts.clone())?);
                }
                (value, _) => asked.add(option, value),
            },
        }
    }
    for (key, kept) in [("certificate", &asked.certificate.clone()), ("final", &asked.after.clone())] {
        if kept.is_some() {
            asked.add(key, true);
        }
    }
    match (asked.name.as_str(), &files[..]) {
        ("aggregate", [ground]) => asked.add("on", *ground),
        ("generate", [family]) => asked.add("family", *family),
        ("solvers", []) => {}
        ("list", [kind, files @ ..]) => {
            asked.add("kind", *kind);
            files.iter().try_for_each(|file| asked.add_file("text", file, place))?;
        }
        ("convert", [file, "-"]) => asked.add_file("text", file, place)?,
        ("verify", [file, certificate]) => {
            asked.add_file("text", file, place)?;
            asked.add_file("certificate", certificate, place)?;
        }
        ("equivalent" | "class", [file, second]) => {
            asked.add_file("text", file, place)?;
            asked.add_file("second", second, place)?;
        }
        (_, []) => {}
        (_, [file]) => asked.add_file("text", file, place)?,
        _ => return None,
    }
    Some(asked)
}

/// Asks what a command of a document asked as a request, which must give the same JSON or the same message; gives the
/// JSON, if it is an answer.
pub(crate) fn demand(ran: &Ran, place: &Place) -> Option<Value> {
    if ran.code == 4 {
        return None;
    }
    let asked = asked(&ran.command, place)?;
    let body = Value::Object(asked.body).to_string();
    let reply = arrival::request(&asked.name, &body, &mut arrival::Context::default());
    let mut reply: Value = serde_json::from_str(&reply).unwrap();
    let question = format!("{}: {} {body}", ran.place, asked.name);
    if reply["schema"] == "arrival.error/1" {
        assert_eq!(reply["code"], ran.code, "{question}: {reply}");
        // The parser of arguments and that of requests have messages of their own.
        if !ran.err.starts_with("error: ") {
            let said = reply["errors"].as_array().unwrap().iter().map(|line| line.as_str().unwrap());
            let here = ran.err.replace("arrival: ", "").replace("--particles: ", "");
            let here = asked.files.iter().fold(here, |text, file| text.replace(file, "<request>"));
            assert_eq!(said.collect::<Vec<_>>(), here.lines().collect::<Vec<_>>(), "{question}");
        }
        return None;
    }
    if ran.err.starts_with("error: ") {
        let known = ONLY_THE_COMMAND_LINE_REFUSES.contains(&ran.command.as_str());
        assert!(known, "{question}: the command line refuses what a request answers: {reply}");
        return None;
    }
    if reply["media_type"].is_string() {
        if let Some(text) =
            reply["text"].as_str().filter(|_| !ran.out.is_empty() && !ran.command.contains("--json"))
        {
            assert_eq!(text, ran.out, "{question}");
        }
        return None;
    }
    for (key, file) in [("certificate", &asked.certificate), ("final", &asked.after)] {
        let part = reply.as_object_mut().unwrap().remove(key);
        let Some(file) = file.as_ref().filter(|file| *file != "-") else { continue };
        let kept = || place.read(file);
        if key == "certificate" {
            assert_eq!(part, serde_json::from_str(&kept()).unwrap(), "{question}");
        } else if file.ends_with(".rotor") {
            assert_eq!(part, Some(json!(kept())), "{question}");
        }
    }
    let here = if ran.command.contains("--json") {
        ran.out.clone()
    } else {
        let quiet = ran.command.replace(" --certificate -", "").replace(" --final -", "");
        place.shell(&format!("{quiet} --json")).out
    };
    if here.is_empty() && [" -o ", " --output "].iter().any(|option| ran.command.contains(option)) {
        return None;
    }
    let line = here.lines().last().unwrap_or_else(|| panic!("{question}: the command line has no answer"));
    let here: Value = serde_json::from_str(&here)
        .or(serde_json::from_str(line))
        .unwrap_or_else(|error| panic!("{question}: {error}: {here}"));
    assert_eq!(reply, here, "{question}");
    Some(reply)
}
