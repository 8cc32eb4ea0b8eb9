/** Node.js 20 optimizes too early for processes that live for a short time. Later versions have one more compiler
 * between the interpreter and the optimizing compiler. */
const LATER = Number.parseInt(process.versions.node, 10) < 22 ? ['--interrupt-budget=1000000'] : [];

/** Flags for processes that live for a short time: optimizing WebAssembly and rarely run code would not pay off. */
export const SHORT_LIFE = ['--liftoff-only', ...LATER];

/** Sizes in MB. Node.js starts with 1, which tests fill so fast that collecting garbage takes an eighth of the CPU. */
export const ROOM_FOR_GARBAGE = ['--min-semi-space-size=32', '--max-semi-space-size=64', '--single-threaded-gc'];
