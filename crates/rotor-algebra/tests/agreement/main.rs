//! Every answer of the algebra against enumeration and the judge, on thousands of small nasty graphs.

mod book;
mod brute_force;
mod chips;
mod group;
mod harmonic;
mod listing;
mod signed_route;
mod time;
