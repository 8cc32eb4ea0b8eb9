/** Files that a process opens besides the connections of clients: code, database, threads. */
export const OWN_FILES = 512;

/** Infinite if the system has no limit. Node has already raised the soft limit. */
export function openFilesLimit(): number {
  Object.assign(process.report, { excludeNetwork: true }); // otherwise the report would resolve host names
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } };
  const limit = userLimits?.open_files?.soft;
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY;
}
