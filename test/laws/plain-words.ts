/** Returns what is wrong with a text for people; null: nothing. */
export function wordsFault(text: unknown, lines: 'one line' | 'many lines' = 'one line'): string | null {
  if (typeof text !== 'string') return `is no text but ${typeof text}`;
  if (text.trim() === '') return 'is empty';
  if (text !== text.trim()) return 'begins or ends with space';
  const slip = /\bundefined\b|\bNaN\b|\bnull\b|\[object/.exec(text);
  if (slip !== null) return `says "${slip[0]}"`;
  if (lines === 'one line' && text.includes('\n')) return 'breaks the line';
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code === 0x7f || (code < 0x20 && character !== '\n')) return `holds the control character ${code}`;
  }
  return null;
}

export function sentenceFault(text: unknown): string | null {
  const fault = wordsFault(text);
  if (fault !== null) return fault;
  if (!/^\P{Ll}/u.test(text as string)) return 'does not begin like a sentence';
  return /[.!?]["”’)]?$/.test(text as string) ? null : 'does not end like a sentence';
}
