/**
 * The database cannot be reached, or broke off, or took too long. A write that fails so may have been
 * committed or not: only reading tells.
 */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** Another process has the data directory open. */
export class DataDirectoryInUse extends Error {
  override name = 'DataDirectoryInUse';

  constructor(directory: string) {
    super(`the data directory ${directory} is in use by another process`);
  }
}

/** The data directory cannot be made or written to. */
export class DataDirectoryUnusable extends Error {
  override name = 'DataDirectoryUnusable';

  constructor(directory: string, cause: NodeJS.ErrnoException) {
    const who = process.geteuid === undefined ? 'this process' : `the user with id ${process.geteuid()}`;
    super(
      `${who} cannot write to the data directory ${directory} (${cause.code}): give it to that user, or name another as DATA_DIR`,
      { cause },
    );
  }
}
