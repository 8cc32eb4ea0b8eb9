import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { answerOf, api, type Refusal, type RulesetSummary, type Schemas } from '../../core/api.ts';
import { hrefTo } from '../../core/router.ts';
import { WORDS } from '../../core/words.ts';
import { Fault } from '../../parts/fault.tsx';
import { Name } from '../../parts/name.tsx';
import { WORDS_OF_STRENGTH as words } from './player-strength-words.ts';
import { WORDS_OF_PLAYER as counts } from './player-words.ts';

type Details = Schemas['RecordDetails'];
type Tally = Pick<Details['seats'][number], 'games' | 'won' | 'shared' | 'lost'>;

const COLUMNS = ['games', 'won', 'shared', 'lost'] as const;
const NAMES = { games: words.columns.games, won: counts.won, shared: counts.shared, lost: counts.lost };

interface PlayerOpponentsProps {
  playerId: string;
  rulesets: readonly RulesetSummary[];
}

export function PlayerOpponents({ playerId, rulesets }: PlayerOpponentsProps) {
  const [details, setDetails] = useState<Details | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    let isWanted = true;
    setDetails(null);
    setRefusal(null);
    const params = { path: { playerId } };
    void answerOf(api.GET('/v1/players/{playerId}/record/details', { params })).then((answer) => {
      if (!isWanted) return;
      if (answer.ok) setDetails(answer.value);
      else setRefusal(answer.refusal);
    });
    return () => {
      isWanted = false;
    };
  }, [playerId]);
  const nameOf = (ruleset: string) => rulesets.find(({ id }) => id === ruleset)?.name ?? ruleset;
  return (
    <section class="panel moves" aria-labelledby="opponents">
      <h2 id="opponents">{words.opponentsAndSeats}</h2>
      <p class="dim">{words.detailsAbout}</p>
      <Fault refusal={refusal} />
      {details === null && refusal === null && <p class="dim">{WORDS.loading}</p>}
      {details !== null && details.seats.length === 0 && <p class="dim">{words.noDetails}</p>}
      {details !== null && details.opponents.length > 0 && (
        <Tallies
          of={words.opponent}
          rows={details.opponents.map((row) => ({
            key: row.player?.id ?? row.bot ?? '',
            name: row.player === null ? WORDS.seats.bot(row.bot ?? '') : <PlayerLink {...row.player} />,
            row,
          }))}
        />
      )}
      {details !== null && details.seats.length > 0 && (
        <Tallies
          of={words.seat}
          rows={details.seats.map((row) => ({
            key: `${row.ruleset} ${row.seats} ${row.seat}`,
            name: words.seatOf(nameOf(row.ruleset), row),
            row,
          }))}
        />
      )}
    </section>
  );
}

function PlayerLink({ id, name }: { id: string; name: string }) {
  return (
    <a href={hrefTo('p', id)}>
      <Name of={name} />
    </a>
  );
}

interface TalliesProps {
  of: string;
  rows: readonly { key: string; name: ComponentChildren; row: Tally }[];
}

function Tallies({ of, rows }: TalliesProps) {
  return (
    <table class="tallies">
      <thead>
        <tr>
          <th scope="col">{of}</th>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {NAMES[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, row }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {COLUMNS.map((column) => (
              <td key={column} data-of={NAMES[column]}>
                {row[column]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
