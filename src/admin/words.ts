const UNITS: [name: string, ms: number][] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
];

/** Writes a time span as `3 h`, in the largest unit that fits at least once. */
export function spanBetween(from: Date, to: Date): string {
  const ms = Math.abs(to.getTime() - from.getTime());
  const [name, unit] = UNITS.find(([, each]) => ms >= each) ?? ['s', 1000];
  return `${Math.floor(ms / unit)} ${name}`;
}

export function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, [...cell].length);
  }
  return rows.map((row) => {
    const cells = row.map((cell, i) => cell + ' '.repeat((widths[i] as number) - [...cell].length));
    return cells.join('  ').trimEnd();
  });
}

/** Writes counts as `2 finished, 1 open`, or `none`. */
export function countsAsText(counts: Record<string, number>): string {
  const told = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  return told.length === 0 ? 'none' : told.join(', ');
}

export function timeOf(at: Date | null): string {
  return at === null ? 'never' : at.toISOString();
}
