// Loaded into a server before its program. At the signal SIGUSR2 it collects garbage, so that what is left in the heap
// is in use.
process.on('SIGUSR2', () => globalThis.gc());
