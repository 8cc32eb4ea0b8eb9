/** Node.js 20 optimizes too early for processes that live for seconds. Later ones have a quick compiler in between. */
const LATER = Number.parseInt(process.versions.node, 10) < 22 ? ['--interrupt-budget=1000000'] : [];

/** Compiling well costs more processor time than short lives win by it: neither WebAssembly nor what seldom runs gets it. */
export const SHORT_LIFE = ['--liftoff-only', ...LATER];

/** In MB: Node.js begins with 1, which tests fill so fast that collecting took an eighth of their CPU time. Threads that collect cost more. */
export const ROOM_FOR_GARBAGE = ['--min-semi-space-size=32', '--max-semi-space-size=64', '--single-threaded-gc'];
