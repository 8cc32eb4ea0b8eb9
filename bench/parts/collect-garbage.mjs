// Loaded into a server before its program. At the signal SIGUSR2 it collects garbage, so that the heap then holds only
// what is in use.
process.on('SIGUSR2', () => globalThis.gc());
