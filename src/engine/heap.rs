//! Owns how much garbage the engine gathers before it collects it. Its collector starts at 1 MiB of objects, and an empty realm has half of that: code
//! that makes promises spent half its time there. It has no setting; but it raises the mark by itself once so much is alive, and never lowers it.

use boa_gc::Gc;

/// What is garbage at least before the first collection. Beside it stands what objects hold elsewhere, about as much again.
const MARK: usize = 7 << 19;
const PIECE: usize = 64 << 10;

/// Has so much alive for a moment.
pub(super) fn make_room() {
    let alive: Vec<Gc<[u64; PIECE / 8]>> = (0..MARK / PIECE).map(|_| Gc::new([0; PIECE / 8])).collect();
    drop(alive);
}

#[cfg(test)]
mod tests {
    use super::*;
    use boa_gc::WeakGc;

    #[test]
    fn garbage_below_the_mark_stays() {
        make_room();
        boa_gc::force_collect();
        let weak = WeakGc::new(&Gc::new(1));
        let make = |bytes: usize| (0..bytes / 1024).for_each(|_| drop(Gc::new([0u64; 128])));
        make(MARK - PIECE);
        assert!(weak.upgrade().is_some());
        make(2 * MARK);
        assert!(weak.upgrade().is_none());
    }
}
