//! Owns the core's allocator on wasm: the platform's, counting, with a limit. What must hold: while the limit is armed, an
//! allocation past it fails instead of growing the memory, and outside of the engine's steps nothing is refused, so that
//! the core can always report. Deliberately absent: what a failure means; `wasm.rs` decides that.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
static LIMIT: AtomicUsize = AtomicUsize::new(usize::MAX);
static ARMED: AtomicBool = AtomicBool::new(false);
static REFUSED: AtomicBool = AtomicBool::new(false);

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Bytes in use now.
pub(crate) fn in_use() -> usize {
    IN_USE.load(Relaxed)
}

/// The most bytes that were in use at once since the limit was set.
pub(crate) fn peak() -> usize {
    PEAK.load(Relaxed)
}

/// Sets the limit, in bytes in use; it counts only while armed.
pub(crate) fn set_limit(bytes: usize) {
    LIMIT.store(bytes, Relaxed);
    PEAK.store(IN_USE.load(Relaxed), Relaxed);
    REFUSED.store(false, Relaxed);
}

/// Refuses what is past the limit from now on, or no longer.
pub(crate) fn arm(armed: bool) {
    ARMED.store(armed, Relaxed);
}

/// Lifts the limit while what it gives is held: a message to the page must not be cut in two by a full heap.
pub(crate) fn lift() -> Lifted {
    Lifted { armed: ARMED.swap(false, Relaxed) }
}

/// Arms the limit again when dropped, if it was.
pub(crate) struct Lifted {
    armed: bool,
}

impl Drop for Lifted {
    fn drop(&mut self) {
        arm(self.armed);
    }
}

/// Whether an allocation was refused since the limit was set.
pub(crate) fn refused() -> bool {
    REFUSED.load(Relaxed)
}

fn may_grow(by: usize) -> bool {
    let fits = !ARMED.load(Relaxed) || IN_USE.load(Relaxed).saturating_add(by) <= LIMIT.load(Relaxed);
    if !fits {
        REFUSED.store(true, Relaxed);
    }
    fits
}

fn grew(by: usize) {
    let now = IN_USE.load(Relaxed) + by;
    IN_USE.store(now, Relaxed);
    if now > PEAK.load(Relaxed) {
        PEAK.store(now, Relaxed);
    }
}

fn shrank(by: usize) {
    IN_USE.store(IN_USE.load(Relaxed).saturating_sub(by), Relaxed);
}

#[expect(unsafe_code, reason = "an allocator is unsafe by nature; every call goes to the platform's unchanged")]
// SAFETY: memory comes from `System` with the layout given and goes back to it with the same; counting touches none of it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !may_grow(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's layout, passed on.
        let pointer = unsafe { System.alloc(layout) };
        if pointer.is_null() {
            REFUSED.store(true, Relaxed);
        } else {
            grew(layout.size());
        }
        pointer
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        shrank(layout.size());
        // SAFETY: the caller's pointer and layout, passed on.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        if new_size > layout.size() && !may_grow(new_size - layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's pointer and layout, passed on.
        let moved = unsafe { System.realloc(pointer, layout, new_size) };
        if moved.is_null() {
            REFUSED.store(true, Relaxed);
        } else {
            shrank(layout.size());
            grew(new_size);
        }
        moved
    }
}
