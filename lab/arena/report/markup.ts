export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A part of a page. Texts are escaped, markup is not. The parts of a list are joined; null adds nothing. */
export type Part = Markup | string | number | null | readonly Part[];

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Makes markup from a template and escapes every inserted text. Attributes must be in quotes. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.map((string, i) => string + (i < parts.length ? textOf(parts[i] as Part) : '')).join(''));
}

function textOf(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'string') return part.replace(/[&<>"']/g, (sign) => ESCAPED[sign] as string);
  return typeof part === 'number' ? String(part) : part.map(textOf).join('');
}
