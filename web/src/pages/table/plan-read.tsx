import type { Schemas } from '../../core/api.ts';
import { actionSaid, conditionSaid, type GameSchemas, type TableNames } from './plan-words.ts';
import type { Branch, Offer } from './planned-steps.ts';
import { WORDS_OF_PLANS as words } from './plans-words.ts';

interface PlanReadProps {
  plan: Schemas['Plan'];
  /** the last legal actions with their labels; null: there was no decision yet */
  offer: Offer | null;
  schemas: GameSchemas | null;
  names: TableNames;
}

export function PlanRead({ plan: { branches, position, unmatched }, ...told }: PlanReadProps) {
  return (
    <>
      <Branches branches={branchesAt(branches, position)} {...told} />
      <p class="dim">{words.unmatched[unmatched]}</p>
    </>
  );
}

interface BranchesProps extends Omit<PlanReadProps, 'plan'> {
  branches: readonly Branch[];
}

function Branches({ branches, ...told }: BranchesProps) {
  return (
    <ol>
      {branches.map(({ when = [], do: action, next }, nth) => (
        <li key={String(nth)}>
          {when.length === 0 ? words.inAnyCase : words.when}
          {when.map((condition, i) => (
            <span key={String(i)}>
              {i === 0 ? ' ' : ` ${words.and} `}
              <span>{conditionSaid(told.schemas, condition, told.names)}</span>
            </span>
          ))}
          {': '}
          <span>{saidOf(action, told)}</span>
          {next === 'again' && ` ${words.andAgain}`}
          {Array.isArray(next) && (
            <>
              {` ${words.afterwards}`}
              <Branches branches={next} {...told} />
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Returns the list of branches at a JSON pointer such as `/branches/0/next`. */
function branchesAt(branches: readonly Branch[], position: string | null): readonly Branch[] {
  const steps = [...(position ?? '').matchAll(/\/(\d+)\/next/g)].map(([, nth]) => Number(nth));
  return steps.reduce<readonly Branch[]>((list, nth) => {
    const next = list[nth]?.next;
    return Array.isArray(next) ? next : [];
  }, branches);
}

function saidOf(action: Branch['do'], { offer, schemas, names }: Omit<PlanReadProps, 'plan'>): string {
  const known = offer?.actions.findIndex((each) => isSame(each, action)) ?? -1;
  return offer?.labels[known] ?? actionSaid(schemas, action, names);
}

function isSame(one: object, other: object): boolean {
  const sorted = (each: object) => JSON.stringify(Object.entries(each).sort(([a], [b]) => a.localeCompare(b)));
  return sorted(one) === sorted(other);
}
