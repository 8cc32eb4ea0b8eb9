/** What moves a terminal's cursor, turns writing around or cannot be seen. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu;

/** A name as it can be shown in one line, whatever it holds. */
export function printable(name: string): string {
  return name.replace(UNPRINTABLE, '�');
}
