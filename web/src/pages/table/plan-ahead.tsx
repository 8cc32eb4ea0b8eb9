import { useEffect, useRef, useState } from 'preact/hooks';
import { answerOf, api, doneOf, type Game, legalActionsOf, type Schemas } from '../../core/api.ts';
import { cardSaid, useRuleset, valueIn } from '../../core/rulesets.ts';
import { seatNames } from '../../core/seat-names.ts';
import { useCall } from '../../core/use-call.ts';
import { Fault } from '../../parts/fault.tsx';
import { PlanRead } from './plan-read.tsx';
import { PlanSteps } from './plan-steps.tsx';
import type { GameSchemas } from './plan-words.ts';
import { fieldsIn, type NewPlan, type Offer, type PlanField, standingPlan } from './planned-steps.ts';
import { WORDS_OF_PLANS as words } from './plans-words.ts';
import './plan-ahead.css';

type Plan = Schemas['Plan'];

const MOST_QUICK = 6;

export default function PlanAhead({ game }: { game: Game }) {
  const [isOpen, setOpen] = useState(false);
  const offer = useOffer(game);
  return (
    <details class="doings plan-ahead" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.title}</summary>
      {isOpen && <OpenPlan game={game} offer={offer} />}
    </details>
  );
}

function OpenPlan({ game, offer }: { game: Game; offer: Offer | null }) {
  const { id, version, viewer } = game;
  const seat = viewer as number;
  const { busy, refusal, run } = useCall();
  const [plan, setPlan] = useState<Plan | null>(null);
  const { ruleset, rulesVersion } = game;
  const told = valueIn(useRuleset({ ruleset, rulesVersion, schemas: true, rules: true }));
  const schemas = (told?.schemas ?? null) as GameSchemas | null;
  const cards = (told?.cards ?? []).map((card): [string, string] => [card.id, cardSaid(card)]);
  const names = { seats: seatNames(game), cards: new Map(cards) };
  const fields = schemas === null ? [] : fieldsIn(schemas.view, game.view, names);
  const path = { gameId: id };
  useEffect(() => {
    let isWanted = true;
    void answerOf(api.GET('/v1/games/{gameId}/plan', { params: { path, query: { seat } } })).then((answer) => {
      if (isWanted) setPlan(answer.ok ? answer.value.plan : null);
    });
    return () => {
      isWanted = false;
    };
  }, [id, version, seat]);
  const put = async (made: NewPlan) => {
    const body = { ...made, seat };
    const kept = await run(() => answerOf(api.PUT('/v1/games/{gameId}/plan', { params: { path }, body })));
    if (kept !== null) setPlan(kept);
  };
  const drop = async () => {
    await run(() => doneOf(api.DELETE('/v1/games/{gameId}/plan', { params: { path, query: { seat } } })));
    const now = await answerOf(api.GET('/v1/games/{gameId}/plan', { params: { path, query: { seat } } }));
    if (now.ok) setPlan(now.value.plan);
  };
  const phase = fields.find(({ pointer }) => pointer === '/phase');
  return (
    <>
      <p class="dim">{words.text}</p>
      <p role="status">{plan === null ? '' : sentenceOf(plan)}</p>
      {plan?.status === 'running' && <PlanRead plan={plan} offer={offer} schemas={schemas} names={names} />}
      {plan?.status === 'running' && (
        <button type="button" disabled={busy} onClick={() => void drop()}>
          {words.drop}
        </button>
      )}
      <Fault refusal={refusal} />
      {offer === null ? (
        <p>{words.none}</p>
      ) : (
        <>
          {phase && <Standing offer={offer} field={phase} version={version} busy={busy} onPut={put} />}
          <PlanSteps offer={offer} fields={fields} version={version} busy={busy} onPut={put} />
        </>
      )}
    </>
  );
}

interface StandingProps {
  offer: Offer;
  field: PlanField;
  version: number;
  busy: boolean;
  onPut(plan: NewPlan): Promise<void>;
}

function Standing({ offer: { actions, labels, phase }, field, version, busy, onPut }: StandingProps) {
  if (phase === null || actions.length > MOST_QUICK) return null;
  return (
    <fieldset>
      <legend>{words.quick}</legend>
      {actions.map((action, i) => (
        <button
          type="button"
          key={labels[i]}
          disabled={busy}
          onClick={() => void onPut(standingPlan(action, field.pointer, phase, version))}
        >
          {words.standing(labels[i] ?? action.type, field.name, phase)}
        </button>
      ))}
    </fieldset>
  );
}

/** Returns the last legal actions of the seat; null before its first decision on this page. */
function useOffer({ choices, labels, view, id, viewer }: Game): Offer | null {
  const last = useRef<{ of: string; offer: Offer } | null>(null);
  const of = `${id} ${viewer}`;
  if (choices !== undefined && labels !== undefined && labels.length > 0) {
    const { phase } = (view ?? {}) as { phase?: unknown };
    const offer = { actions: legalActionsOf({ choices }), labels, phase: typeof phase === 'string' ? phase : null };
    last.current = { of, offer };
  }
  return last.current?.of === of ? last.current.offer : null;
}

function sentenceOf({ status, why, acted }: Plan): string {
  const what = status === 'running' ? words.running : words.ended(why ?? '');
  return acted.length === 0 ? what : `${what} ${words.acted(acted.length)}`;
}
