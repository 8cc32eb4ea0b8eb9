import type { JSX } from 'preact';

export type Tints = Readonly<Record<string, string>>;

/** Each line of `of` is a shape: the fill (or fill,stroke,width) and the path. A color is a key of `tints` or a value;
 * `-` is none. */
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
