/** Times name their zone, because screenshots are shared. `dateStyle` cannot be combined with `timeZoneName`. */
const TIME = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
const MOMENT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', ...TIME });
const CLOCK = new Intl.DateTimeFormat('en-GB', TIME);
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

/** “22 Nov 2026, 15:04 UTC” */
export function momentOf(iso: string): string {
  return MOMENT.format(new Date(iso));
}

/** “15:04 UTC” */
export function clockOf(ms: number): string {
  return CLOCK.format(ms);
}

export function dayOf(iso: string): string {
  return DAY.format(new Date(iso));
}
