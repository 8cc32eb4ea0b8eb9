/** Node.js 20 optimizes too early for processes that live for a short time. Later versions have one more compiler in
 * between. */
const LATER = Number.parseInt(process.versions.node, 10) < 22 ? ['--interrupt-budget=1000000'] : [];

/** Optimizing costs such processes more than it saves, so WebAssembly and rarely run code are not optimized. */
export const SHORT_LIFE = ['--liftoff-only', ...LATER];

/** In MB. Node.js starts with 1, which tests fill so fast that collecting garbage takes an eighth of their CPU time. */
export const ROOM_FOR_GARBAGE = ['--min-semi-space-size=32', '--max-semi-space-size=64', '--single-threaded-gc'];
