/** The number of files that a process opens for itself: for code, database and threads, but not for clients. */
export const OWN_FILES = 512;

/** Returns how many files the process may open; infinity: any number. Node has already raised the soft limit. */
export function openFilesLimit(): number {
  Object.assign(process.report, { excludeNetwork: true }); // without this, the report would resolve host names
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } };
  const limit = userLimits?.open_files?.soft;
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY;
}
