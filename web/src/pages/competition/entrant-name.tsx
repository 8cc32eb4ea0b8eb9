import { nameOfEntrant } from '../../core/entrants.ts';
import { hrefTo } from '../../core/router.ts';
import { Name } from '../../parts/name.tsx';
import { You } from '../../parts/you.tsx';
import type { BotPlaces } from './bot-places.ts';
import type { Entry } from './competition-parts.ts';

interface EntrantNameProps {
  entrant: Pick<Entry, 'player' | 'bot'>;
  places: BotPlaces;
}

export function EntrantName({ entrant, places }: EntrantNameProps) {
  const { player, bot } = entrant;
  const href = player === null ? places.get(bot ?? '') : hrefTo('p', player.id);
  const name = nameOfEntrant(entrant);
  return href === undefined ? (
    <Name of={name} />
  ) : (
    <>
      <a href={href}>
        <Name of={name} />
      </a>
      <You of={player?.id} />
    </>
  );
}
