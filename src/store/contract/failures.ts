/**
 * The database cannot be reached, or broke off, or took too long. A write that fails so may have been
 * committed or not: only reading tells.
 */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** The log of a game is in the archive and cannot be read there at the moment: the folder or the file is not there. */
export class ArchiveMissing extends Error {
  override name = 'ArchiveMissing';
}

/** The log of a game is in the archive and is not what was put there. Only the file from a back-up helps. */
export class ArchiveDamaged extends Error {
  override name = 'ArchiveDamaged';
}

/** The folder of the archive cannot be listed, or nothing can be written to it. */
export class ArchiveUnusable extends Error {
  override name = 'ArchiveUnusable';

  constructor(directory: string, cause: NodeJS.ErrnoException) {
    super(`the archive ${directory} cannot be used (${cause.code}): ${REASONS[cause.code ?? ''] ?? cause.message}`, {
      cause,
    });
  }
}

const REASONS: Record<string, string> = {
  EACCES: 'this user may not write there',
  EDQUOT: 'the quota of this user is used up',
  EEXIST: 'it is no folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'it is no folder',
  EPERM: 'this user may not write there',
  EROFS: 'it can only be read',
};

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
