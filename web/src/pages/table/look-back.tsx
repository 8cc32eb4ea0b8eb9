import { TILES } from '../../art/tiles.ts';
import { answerOf, api, type Game, type Schemas } from '../../core/api.ts';
import { decidedBy, headlineOf } from '../../core/headline.ts';
import { dayOf } from '../../core/moments.ts';
import { hrefTo } from '../../core/router.ts';
import { useRuleset, valueIn } from '../../core/rulesets.ts';
import { named, seatNames } from '../../core/seat-names.ts';
import { toViewer } from '../../core/second-person.ts';
import { useReading } from '../../core/use-reading.ts';
import { WORDS_OF_LOOKING_BACK as words } from '../../core/words/look-back.ts';
import { WORDS_OF_RULES } from '../../core/words/rules.ts';
import { WORDS_OF_SHARED_PICTURE } from '../../core/words/shared-picture.ts';
import { SharedPicture } from '../../parts/shared-picture.tsx';
import { WaysOn } from '../../parts/ways-on.tsx';
import { finalShapes } from './final-card.ts';
import { bestDecisions, type Decision, decisiveOf, type Judged, worstDecisions } from './judged.ts';

interface LookBackProps {
  game: Game;
  invite: string | null;
}

export default function LookBack({ game, invite }: LookBackProps) {
  const { outcome } = game;
  const names = seatNames(game);
  const analysis = useAnalysis(game, invite);
  if (outcome === null) return <WaysOn game={game} invite={invite} />;
  return (
    <>
      <section>
        <h3>{headlineOf(game, names)}</h3>
        <p>{toViewer(decidedBy(game, names), game)}</p>
        <ul aria-label={words.scores}>
          {names.map((name, seat) => (
            <li key={name}>
              {name} <b>{outcome.scores[seat] ?? 0}</b>
              {outcome.winners.includes(seat) && <small> {words.won}</small>}
            </li>
          ))}
        </ul>
        {names.length > 1 && <p class="dim">{WORDS_OF_RULES.scoring[game.scoring]}</p>}
      </section>
      {analysis?.status === 'done' && <Decisions game={game} names={names} analysis={analysis} />}
      <WaysOn game={game} invite={invite} />
      <Picture game={game} names={names} />
    </>
  );
}

function useAnalysis({ id }: Game, invite: string | null): Schemas['Analysis'] | null {
  const header = invite === null ? {} : { 'invite-code': invite };
  const read = () => answerOf(api.GET('/v1/games/{gameId}/analysis', { params: { path: { gameId: id }, header } }));
  return useReading(read, `${id} ${invite}`).value;
}

interface DecisionsProps {
  game: Game;
  names: readonly string[];
  analysis: Schemas['Analysis'];
}

function Decisions({ game, names, analysis: { decisions, measure } }: DecisionsProps) {
  const { id, you, outcome } = game;
  const label = ({ options }: Decision, nth: number) => named(options[nth]?.label ?? '', names);
  // shows no decision as decisive if a player left early, because that decided the game
  const decisive = outcome?.left.length === 0 ? decisiveOf(decisions, outcome.winners) : null;
  const shown = you.length === 0 ? decisions : decisions.filter(({ seat }) => you.includes(seat));
  const list = (order: 'best' | 'worst', judged: readonly Judged[]) => (
    <section aria-label={words.orders[order]}>
      <h3>{words.orders[order]}</h3>
      {judged.length === 0 && <p class="dim">{words.none[order]}</p>}
      <ol>
        {judged.map(({ decision, by }) => (
          <li key={decision.version}>
            <a href={`${hrefTo('g', id, 'analysis')}?at=${decision.version}`}>
              {words.took(you.length === 1 ? null : (names[decision.seat] ?? ''), label(decision, decision.taken))}
            </a>{' '}
            <small>
              {order === 'best'
                ? words.better(by, measure)
                : words.gaveAway(by, measure, label(decision, decision.best))}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
  return (
    <>
      {decisive !== null && <p>{decisiveText(decisive)}</p>}
      {list('best', bestDecisions(shown))}
      {list('worst', worstDecisions(shown))}
    </>
  );

  function decisiveText({ decision, by }: Judged): string {
    const [taken, best] = [label(decision, decision.taken), label(decision, decision.best)];
    return words.decisive(names[decision.seat] ?? '', taken, by, measure, best);
  }
}

function Picture({ game, names }: { game: Game; names: readonly string[] }) {
  const { ruleset, rulesVersion, outcome, updatedAt } = game;
  const title = valueIn(useRuleset({ ruleset, rulesVersion }))?.name;
  if (title === undefined || outcome === null) return null;
  const result = headlineOf({ ...game, you: [] }, names);
  const why = named(outcome.text, names);
  const rows = names.map((name, seat) =>
    words.picture.row(name, outcome.scores[seat] ?? 0, outcome.winners.includes(seat)),
  );
  const day = dayOf(updatedAt);
  const scene = TILES[ruleset]?.scene;
  return (
    <section aria-label={WORDS_OF_SHARED_PICTURE.title}>
      <h3>{WORDS_OF_SHARED_PICTURE.title}</h3>
      <SharedPicture
        shapes={finalShapes({ title: words.picture.card, game: title, result, why, rows, day, scene })}
        alt={words.picture.alt(title, result, why, rows, day)}
        name={words.picture.file(ruleset)}
      />
    </section>
  );
}
