import { isOver } from '../../core/is-over.ts';
import type { TableProps } from '../../core/table-props.ts';
import { CardList } from './cards.tsx';
import { CombatArea } from './combat.tsx';
import { Deeds } from './deeds.tsx';
import { legalOf } from './picking.ts';
import { Piles } from './piles.tsx';
import { Player } from './player.tsx';
import { Rooms } from './rooms.tsx';
import { SAID, type View } from './words.ts';
import './pokers-rogue-reckoning.css';
import { Sheet as Paper } from '../../parts/sheet.tsx';

/** Poker's Rogue Reckoning: the player with dice for hit points, the rooms, and the combat between both sides' dice. */
function Parts({ game, view, choice, glossary }: TableProps<View>) {
  const around = { view, choice, legal: legalOf(choice, game), glossary };
  const { combat } = view;
  return (
    <div class="prr-table">
      <Player view={view} />
      <Deeds around={around} isOver={isOver(game)} />
      {combat !== null && <CombatArea combat={combat} around={around} />}
      <div class="prr-play">
        <Rooms around={around} />
        <div class="prr-held">
          {view.phase === 'scout' && <CardList title={SAID.scouted} cards={view.scouted} around={around} />}
          <CardList title={SAID.potions} cards={view.potions} around={around} />
          <CardList title={SAID.lucky} cards={view.luckyCurses} around={around} />
          <CardList title={SAID.curses} cards={view.curses} around={around} />
        </div>
      </div>
      <Piles around={around} />
    </div>
  );
}

export default function Table(props: TableProps<View>) {
  return (
    <Paper {...props}>
      <Parts {...props} />
    </Paper>
  );
}
