// Loaded into a server before its own program: a signal makes it collect its garbage, so that what is left is in use.
process.on('SIGUSR2', () => globalThis.gc());
