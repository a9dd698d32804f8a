//! Answers: what was found about an instance, and whether the judge has proved it.

use rotor_certify::Certified;
use rotor_graph::Instance;
use std::ops::Deref;
use std::sync::Arc;

/// An answer about an instance that the judge has proved, or that says why it was not.
///
/// It is the only type in which answers leave this crate; only a [`BatchExit`](crate::BatchExit), one of a million, is a
/// plain number. An answer is proved only by a [`Certified`] claim, which nothing
/// but the judge makes, or if it follows from answers that are.
#[derive(Clone, Debug)]
pub struct Judged<'i, T> {
    instance: InstanceRef<'i>,
    answer: T,
    standing: Standing,
}

/// What stands behind an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Standing {
    /// A proof that the judge has checked.
    Proved,
    /// Nothing is needed: the answer is the definition carried out, such as a walk made step by step.
    Definition,
    /// Nothing, and why.
    Unchecked(String),
}

/// The instance that an answer is about: the caller's, or one that the answer keeps alive.
#[derive(Clone, Debug)]
enum InstanceRef<'i> {
    Borrowed(&'i Instance),
    Shared(Arc<Instance>),
}

impl<'i, T> Judged<'i, T> {
    /// The answer that a claim proved by the judge gives.
    pub(crate) fn proved<C>(
        instance: &'i Instance,
        claim: Certified<C>,
        answer: impl FnOnce(C) -> T,
    ) -> Self {
        let answer = answer(claim.into_inner());
        Self { instance: InstanceRef::Borrowed(instance), answer, standing: Standing::Proved }
    }

    /// An answer that is the definition carried out.
    pub(crate) fn by_definition(instance: &'i Instance, answer: T) -> Self {
        Self { instance: InstanceRef::Borrowed(instance), answer, standing: Standing::Definition }
    }

    /// An answer that nothing proves.
    pub(crate) fn unchecked(instance: &'i Instance, answer: T, because: impl Into<String>) -> Self {
        let standing = Standing::Unchecked(because.into());
        Self { instance: InstanceRef::Borrowed(instance), answer, standing }
    }

    /// An answer that follows from other ones: proved if each of them is.
    pub(crate) fn following_from<'s, S: 's>(
        instance: &'i Instance,
        sources: impl IntoIterator<Item = &'s Judged<'s, S>>,
        answer: T,
    ) -> Self {
        let (mut any, mut all_proved) = (false, true);
        for source in sources {
            if let Some(because) = source.unchecked_because() {
                return Self::unchecked(instance, answer, because);
            }
            (any, all_proved) = (true, all_proved && source.is_checked());
        }
        let standing = if any && all_proved { Standing::Proved } else { Standing::Definition };
        Self { instance: InstanceRef::Borrowed(instance), answer, standing }
    }

    /// The same standing for another answer, which must say no more than this one.
    pub(crate) fn map<U>(self, weaker: impl FnOnce(T) -> U) -> Judged<'i, U> {
        Judged { instance: self.instance, answer: weaker(self.answer), standing: self.standing }
    }

    /// The same answer, keeping its instance alive by itself.
    pub(crate) fn sharing(self, instance: Arc<Instance>) -> Judged<'static, T> {
        Judged { instance: InstanceRef::Shared(instance), answer: self.answer, standing: self.standing }
    }

    /// The instance that it is about.
    pub fn instance(&self) -> &Instance {
        match &self.instance {
            InstanceRef::Borrowed(instance) => instance,
            InstanceRef::Shared(instance) => instance,
        }
    }

    /// The answer alone.
    pub fn into_answer(self) -> T {
        self.answer
    }

    /// Whether the judge has proved it.
    pub fn is_checked(&self) -> bool {
        self.standing == Standing::Proved
    }

    /// Why the judge has not proved it; none if it has, or if there is nothing to prove.
    pub fn unchecked_because(&self) -> Option<&str> {
        match &self.standing {
            Standing::Proved | Standing::Definition => None,
            Standing::Unchecked(because) => Some(because),
        }
    }
}

impl<T> Deref for Judged<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.answer
    }
}
