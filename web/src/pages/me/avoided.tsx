import { useEffect, useState } from 'preact/hooks';
import { isolated } from '#rules/kernel/isolated.ts';
import { answerOf, api, doneOf, type Schemas } from '../../core/api.ts';
import { hrefTo } from '../../core/router.ts';
import { useCall } from '../../core/use-call.ts';
import { WORDS_OF_CHAT } from '../../core/words/chat.ts';
import { Fault } from '../../parts/fault.tsx';
import { Name } from '../../parts/name.tsx';

type Avoided = Schemas['AvoidedPlayer'];
type Kind = 'mutes' | 'blocks';

export default function AvoidedPlayers() {
  const { run, refusal } = useCall();
  const [muted, setMuted] = useState<readonly Avoided[]>([]);
  const [blocked, setBlocked] = useState<readonly Avoided[]>([]);
  const words = WORDS_OF_CHAT.avoided;
  const list = () =>
    run(async () => {
      const [mutes, blocks] = await Promise.all([
        answerOf(api.GET('/v1/me/mutes')),
        answerOf(api.GET('/v1/me/blocks')),
      ]);
      if (mutes.ok) setMuted(mutes.value.players);
      if (blocks.ok) setBlocked(blocks.value.players);
      return mutes.ok ? blocks : mutes;
    });
  useEffect(() => void list(), []);
  const remove = async (kind: Kind, playerId: string) => {
    const done = await run(() => doneOf(api.DELETE(`/v1/me/${kind}/{playerId}`, { params: { path: { playerId } } })));
    if (done !== null) await list();
  };
  const rows = (players: readonly Avoided[], kind: Kind) =>
    players.map(({ id, name }) => (
      <li class="offer" key={`${kind} ${id}`}>
        <span>
          <a href={hrefTo('p', id)}>
            <Name of={name} />
          </a>{' '}
          <small>{kind === 'mutes' ? words.muted : words.blocked}</small>
        </span>
        <button type="button" onClick={() => void remove(kind, id)}>
          {kind === 'mutes' ? words.unmute(isolated(name)) : words.unblock(isolated(name))}
        </button>
      </li>
    ));
  return (
    <section class="panel form" aria-labelledby="avoided">
      <h2 id="avoided">{words.title}</h2>
      <p>{words.text}</p>
      {muted.length + blocked.length === 0 && <p class="dim">{words.none}</p>}
      <ul class="plain wide">
        {rows(blocked, 'blocks')}
        {rows(muted, 'mutes')}
      </ul>
      <Fault refusal={refusal} />
    </section>
  );
}
