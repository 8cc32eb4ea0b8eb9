/** Files that a process opens besides client connections: code, database, threads. */
export const OWN_FILES = 512;

/** Infinite if the system has no limit. Node has raised the soft limit already. */
export function openFilesLimit(): number {
  Object.assign(process.report, { excludeNetwork: true }); // it would resolve host names
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } };
  const limit = userLimits?.open_files?.soft;
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY;
}
