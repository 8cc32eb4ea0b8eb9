/** HTML or SVG that is safe to send as it is. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in a template: text is escaped, markup is not, a list is one after the other and null is nothing. */
export type Part = Markup | string | number | null | readonly Part[];

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Markup from a template. Whatever is put into it is escaped, so that no name can be anything but text; attributes are in quotes. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.map((string, i) => string + (i < parts.length ? textOf(parts[i] as Part) : '')).join(''));
}

function textOf(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'string') return part.replace(/[&<>"']/g, (sign) => ESCAPED[sign] as string);
  return typeof part === 'number' ? String(part) : part.map(textOf).join('');
}
