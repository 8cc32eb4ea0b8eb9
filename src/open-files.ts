/** Files that a process has open besides connections to its port: code while it is loaded, the database, the threads. */
export const OWN_FILES = 512;

/** How many files and connections this process may have open; infinite where the system has no such limit. Node has raised it as far as it may. */
export function openFilesLimit(): number {
  Object.assign(process.report, { excludeNetwork: true }); // it would look up names
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } };
  const limit = userLimits?.open_files?.soft;
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY;
}
