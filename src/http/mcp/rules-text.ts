const HEADING = /^(#{1,6}) +(.+)$/;
/** More than a model should read at once; what is longer is read by its parts. */
const LONGEST_SECTION = 6_000;

interface Section {
  depth: number;
  heading: string;
  /** the lines from its heading on to the next of its depth or above, those of its parts included */
  lines: string[];
}

/** The headings of a text in Markdown, a line each, indented by their depth. */
export function contentsOf(markdown: string): string {
  return sectionsOf(markdown)
    .map(({ depth, heading }) => `${'  '.repeat(depth - 1)}- ${heading}`)
    .join('\n');
}

/** The section of a heading, or the paragraph that begins with the number of a ruling; null: there is none. */
export function sectionOf(markdown: string, wanted: string): string | null {
  const words = wanted.trim().toLowerCase();
  const all = sectionsOf(markdown);
  const section =
    all.find(({ heading }) => heading.toLowerCase() === words) ??
    all.find(({ heading }) => heading.toLowerCase().includes(words));
  if (section !== undefined) return inParts(section);
  const ruling = new RegExp(`^[-*#> ]*\\**${words.replace(/[^a-z0-9]/g, '\\$&')}\\b`, 'i');
  return markdown.split(/\n(?=\n|[-*] )/).find((paragraph) => ruling.test(paragraph.trim())) ?? null;
}

/** A section that is too long to read at once ends with the headings of what it has besides. */
function inParts({ lines }: Section): string {
  const text = lines.join('\n').trim();
  if (text.length <= LONGEST_SECTION) return text;
  const end = text.lastIndexOf('\n', LONGEST_SECTION);
  const rest = text.slice(end);
  return `${text.slice(0, end)}\n\n… and more, to be read by its sections:\n${contentsOf(rest)}`;
}

function sectionsOf(markdown: string): Section[] {
  const lines = markdown.split('\n');
  return lines.flatMap((line, at): Section[] => {
    const [, marks, heading] = HEADING.exec(line) ?? [];
    if (marks === undefined || heading === undefined) return [];
    const length = lines.slice(at + 1).findIndex((next) => (HEADING.exec(next)?.[1]?.length ?? 7) <= marks.length);
    return [{ depth: marks.length, heading, lines: lines.slice(at, length === -1 ? undefined : at + 1 + length) }];
  });
}
