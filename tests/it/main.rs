//! The core's own tests, in one crate: each drives whole runs, natively, through the same session that the worker uses.
#![cfg(not(target_arch = "wasm32"))]

#[cfg(test)]
mod answers;
#[cfg(test)]
mod boundary;
#[cfg(test)]
mod card;
#[cfg(test)]
mod collecting;
#[cfg(test)]
mod compose;
#[cfg(test)]
mod cuts;
#[cfg(test)]
mod decisions;
#[cfg(test)]
mod desk;
#[cfg(test)]
mod forall;
#[cfg(test)]
mod generate;
#[cfg(test)]
mod grammar;
#[cfg(test)]
mod host;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod interrupted;
#[cfg(test)]
mod one_line;
#[cfg(test)]
mod play;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod queue;
#[cfg(test)]
mod sameness;
#[cfg(test)]
mod scenario;
#[cfg(test)]
mod scenarios;
#[cfg(test)]
mod stops;
