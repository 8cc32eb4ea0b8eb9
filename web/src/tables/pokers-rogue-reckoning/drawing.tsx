import type { JSX } from 'preact';

/** Colors by their names, where a drawing does not name them itself. */
export type Tints = Readonly<Record<string, string>>;

/**
 * Shapes one over the other, each on a line of its own: its fill, or fill, stroke and width with commas between, and then its
 * path. A color is the name of a tint, or written out; `-` is none.
 */
export function Drawing({ of, tints }: { of: string; tints: Tints }): JSX.Element {
  const paint = (name: string | undefined) => (name === '-' || name === undefined ? 'none' : (tints[name] ?? name));
  return (
    <g stroke-linecap="round" stroke-linejoin="round">
      {of
        .trim()
        .split('\n')
        .map((line) => {
          const [, look = '', path] = /^\s*(\S+) (.*)$/.exec(line) ?? [];
          const [fill, stroke, width] = look.split(',');
          return <path key={line} d={path} fill={paint(fill)} stroke={paint(stroke)} stroke-width={width} />;
        })}
    </g>
  );
}
