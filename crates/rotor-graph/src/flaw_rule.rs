//! The rules that inputs keep, each with the short stable name that a flaw is reported under.

/// Lists the rules once: the enum, all of them, and their names follow from it.
macro_rules! rules {
    ($($(#[$meaning:meta])* $rule:ident = $name:literal,)*) => {
        /// A rule that an input breaks.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
        #[non_exhaustive]
        pub enum FlawRule {
            $($(#[$meaning])* $rule,)*
        }

        impl FlawRule {
            /// All rules.
            pub const ALL: &[Self] = &[$(Self::$rule),*];

            /// Its name in reports.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$rule => $name,)*
                }
            }
        }
    };
}

rules! {
    /// There are more arcs than any graph may have.
    ArcLimit = "arc-limit",
    /// Blocks are listed by their vertices, each block once.
    BlockListed = "block-listed",
    /// A certificate is about the instance it is read for.
    CertificateInstance = "certificate-instance",
    /// The kind of a certificate is a known one.
    CertificateKind = "certificate-kind",
    /// A count is a whole number that is not negative.
    Count = "count",
    /// The number of parallel arcs lies between 1 and 2³² − 1.
    CountRange = "count-range",
    /// A decision is made by the owner of its vertex.
    DecisionOfTheOwner = "decision-of-the-owner",
    /// A vertex is declared once.
    DeclaredOnce = "declared-once",
    /// Every vertex has an exit.
    EveryExit = "every-exit",
    /// The document names its format.
    Format = "format",
    /// The head of an arc is declared.
    HeadDeclared = "head-declared",
    /// A draft without flaws is an instance.
    Instance = "instance",
    /// The document is one JSON value.
    Json = "json",
    /// A key occurs once in its object.
    KeyOnce = "key-once",
    /// Arrays have one entry per vertex.
    Length = "length",
    /// A carriage return is followed by a line feed.
    LineEnd = "line-end",
    /// A vertex is listed once.
    ListedOnce = "listed-once",
    /// The graph fits into the memory allowed.
    Memory = "memory",
    /// A required key is there.
    MissingKey = "missing-key",
    /// A name has at least one character, and quotes where it needs them.
    Name = "name",
    /// There is no NUL character.
    NoNul = "no-nul",
    /// A vertex has one initial rotor.
    OneRotor = "one-rotor",
    /// A file names one routing rule.
    OneRule = "one-rule",
    /// A file names one start.
    OneStart = "one-start",
    /// An order has each arc of its vertex once.
    Order = "order",
    /// A vertex that is not a sink has an arc.
    OutArc = "out-arc",
    /// An owner is a rotor, Max or Min.
    Owner = "owner",
    /// A packed file can be unpacked.
    Packed = "packed",
    /// A position is that of an arc of its vertex.
    Position = "position",
    /// A rotor is the position of an arc of its vertex.
    RotorRange = "rotor-range",
    /// The checksum of a binary file is that of its bytes.
    RotorbChecksum = "rotorb-checksum",
    /// A binary file has the length that it names.
    RotorbLength = "rotorb-length",
    /// A binary file starts with its magic bytes.
    RotorbMagic = "rotorb-magic",
    /// The sections of a binary file fit each other.
    RotorbSection = "rotorb-section",
    /// The version of a binary file is a known one.
    RotorbVersion = "rotorb-version",
    /// Steps are named with the rotors that they leave.
    RouteSteps = "route-steps",
    /// The offsets of rows ascend from 0.
    Rows = "rows",
    /// The routing rule asked for is the one of the file.
    RuleConflict = "rule-conflict",
    /// The routing rule is a known one.
    RuleName = "rule-name",
    /// A certificate names its schema.
    Schema = "schema",
    /// A key belongs to a vertex of its kind: sink or not.
    SinkKeys = "sink-keys",
    /// A sink that is named is a vertex.
    SinkMentioned = "sink-mentioned",
    /// Sinks are listed outside a file only if its format cannot declare them.
    SinksDeclared = "sinks-declared",
    /// The start is declared.
    StartDeclared = "start-declared",
    /// Strategies are those of a game.
    Strategies = "strategies",
    /// The answer has strategies.
    StrategiesThere = "strategies-there",
    /// A line is a vertex, a sink, a start or a rule.
    Syntax = "syntax",
    /// A trap is listed by its vertices.
    TrapListed = "trap-listed",
    /// A line has the columns of its format.
    TwoColumns = "two-columns",
    /// A value is of the right type.
    Type = "type",
    /// Every key is a known one.
    UnknownKey = "unknown-key",
    /// The unpacked file fits into the memory allowed.
    UnpackedSize = "unpacked-size",
    /// The text is UTF-8.
    Utf8 = "utf-8",
    /// A value is an integer.
    Value = "value",
    /// Only sinks have values.
    ValueOfASink = "value-of-a-sink",
    /// A value lies within ±(2⁵³ − 1).
    ValueRange = "value-range",
    /// A vertex that is named is one of the graph.
    VertexKnown = "vertex-known",
    /// A vertex is a number below that of all vertices.
    VertexNumber = "vertex-number",
}

impl std::fmt::Display for FlawRule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
