// Preloaded into a server: SIGUSR2 collects garbage, so that the rest of the heap is in use.
process.on('SIGUSR2', () => globalThis.gc());
