import type { Schemas } from '../core/api.ts';
import { WORDS_OF_PLANS as words } from '../core/words/plans.ts';
import { type Branch, conditionText, type Offer } from './planned-steps.ts';

interface PlanReadProps {
  plan: Schemas['Plan'];
  /** it knows actions by the words of the game; null: none has been offered yet */
  offer: Offer | null;
}

/** What a plan waits for and what it would do then, whoever made it: from the list that is asked next on. */
export function PlanRead({ plan: { branches, position, unmatched }, offer }: PlanReadProps) {
  return (
    <>
      <Branches branches={branchesAt(branches, position)} offer={offer} />
      <p class="dim">{words.unmatched[unmatched]}</p>
    </>
  );
}

function Branches({ branches, offer }: { branches: readonly Branch[]; offer: Offer | null }) {
  return (
    <ol>
      {branches.map(({ when = [], do: action, next }, nth) => (
        // a branch has no name but its place
        <li key={String(nth)}>
          {when.length === 0 ? words.inAnyCase : words.when(when.map(conditionText))}: {actionText(action, offer)}
          {next === 'again' && ` ${words.andAgain}`}
          {Array.isArray(next) && (
            <>
              {` ${words.afterwards}`}
              <Branches branches={next} offer={offer} />
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

/** The list that stands at a JSON pointer such as `/branches/0/next`. */
function branchesAt(branches: readonly Branch[], position: string | null): readonly Branch[] {
  const steps = [...(position ?? '').matchAll(/\/(\d+)\/next/g)].map(([, nth]) => Number(nth));
  return steps.reduce<readonly Branch[]>((list, nth) => {
    const next = list[nth]?.next;
    return Array.isArray(next) ? next : [];
  }, branches);
}

function actionText(action: Branch['do'], offer: Offer | null): string {
  const known = offer?.actions.findIndex((each) => isSame(each, action)) ?? -1;
  const label = offer?.labels[known];
  if (label !== undefined) return label;
  const { type, ...rest } = action as { type: string } & Record<string, unknown>;
  return Object.entries(rest).reduce((text, [name, value]) => `${text}, ${name} ${JSON.stringify(value)}`, type);
}

function isSame(one: object, other: object): boolean {
  const sorted = (each: object) => JSON.stringify(Object.entries(each).sort(([a], [b]) => a.localeCompare(b)));
  return sorted(one) === sorted(other);
}
