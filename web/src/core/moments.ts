/** A moment of the service as people here say it: “22 Nov 2026, 15:04”. */
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

export function momentOf(iso: string): string {
  return MOMENT.format(new Date(iso));
}

export function dayOf(iso: string): string {
  return DAY.format(new Date(iso));
}
