import { OUTLINES, PIPS } from './faces.ts';

interface DieProps {
  /** `d6`, `d20` and so on */
  kind: string;
  /** what it shows; left out: it is not rolled */
  value?: number | undefined;
  /** spoken in place of “d8 shows 5” */
  name?: string;
  /** it can no longer be rolled: grey and struck through */
  spent?: boolean;
}

/** A die as a picture with a spoken name. */
export function Die({ kind, value, name, spent = false }: DieProps) {
  const said = value === undefined ? kind : `${kind} shows ${value}`;
  const pips = kind === 'd6' && value !== undefined ? PIPS[value] : undefined;
  return (
    <svg class={spent ? 'old-die spent' : 'old-die'} viewBox="0 0 24 24" role="img" aria-label={name ?? said}>
      <path class="face" d={OUTLINES[kind] ?? OUTLINES.d6} />
      {pips?.map(([x, y]) => (
        <circle class="pip" key={`${x}${y}`} cx={7 + x * 5} cy={7 + y * 5} r="1.7" />
      ))}
      {pips === undefined && (
        <text x="12" y="12.5" class={value === undefined ? 'letters small' : 'letters'}>
          {value ?? kind}
        </text>
      )}
      {spent && <path class="strike" d="M3.5 20.5 20.5 3.5" />}
    </svg>
  );
}
