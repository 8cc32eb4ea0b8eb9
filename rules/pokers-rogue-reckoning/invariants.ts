import { DECK, ENEMIES, kindOf } from './cards.ts';
import { legalActions } from './legality.ts';
import { isPrinted } from './options.ts';
import { FULL_DIE, isActing, isFaceDown, MOST_ATK, MOST_MONEY, type State, tierOf } from './state.ts';

export function invariants(state: State): string[] {
  return [
    ...cardFaults(state),
    ...playerFaults(state),
    ...phaseFaults(state),
    ...combatFaults(state),
    ...loreFaults(state),
  ];
}

function cardFaults(state: State): string[] {
  const { deck, discard, setAside, hand, curses, luckyCurses, rooms, combat } = state;
  const inRooms = rooms.flatMap(({ card }) => card ?? []);
  const inCombat = combat === null ? [] : [...combat.buffs, ...combat.curses];
  const cards = [...deck, ...discard, ...setAside, ...hand, ...curses, ...luckyCurses, ...inRooms, ...inCombat];
  const isWhole = cards.length === DECK.length && new Set(cards).size === DECK.length;
  const faults = isWhole ? [] : [`the cards on the table are not the 54 of the deck: ${cards.join(' ')}`];
  const defeated = setAside.filter((card) => kindOf(card) === 'enemy').length;
  if (defeated !== state.defeated) faults.push(`${state.defeated} enemies are defeated and ${defeated} set aside`);
  return faults;
}

function playerFaults(state: State): string[] {
  const { phase, hp, maxHp, atk, bestAtk, money, hand, curses, luckyCurses } = state;
  const faults: string[] = [];
  const mayBeDown = phase === 'trade' || phase === 'over';
  if (hp > maxHp || hp < 0 || (hp === 0 && !mayBeDown)) faults.push(`the player has ${hp} of ${maxHp} HP in ${phase}`);
  if (phase === 'trade' && (hp > 0 || atk < 2)) faults.push(`a trade is open with ${hp} HP and ${atk} ATK`);
  if (maxHp % FULL_DIE !== 0) faults.push(`the most HP are ${maxHp}`);
  if (atk < 1 || atk > bestAtk || bestAtk > mostAtk(state))
    faults.push(`the player has ${atk} ATK, at best ${bestAtk}`);
  if (money < 0 || money > MOST_MONEY) faults.push(`the player has ${money} money`);
  if (hand.some((card) => !['red', 'blue'].includes(kindOf(card)))) faults.push(`the hand holds ${hand.join(' ')}`);
  if ([...curses, ...luckyCurses].some((card) => kindOf(card) !== 'curse')) faults.push('what waits is no curse');
  return faults;
}

// Follows rule R7 of rules.md.
function mostAtk({ options }: State): number {
  return isPrinted(options) ? Number.POSITIVE_INFINITY : MOST_ATK;
}

const IN_COMBAT = ['scout', 'ready', 'rolled', 'tie', 'trade', 'loss'];

function phaseFaults(state: State): string[] {
  const { phase, combat, scout, moneyRoom, ending, rooms } = state;
  const faults: string[] = [];
  if (phase !== 'over' && IN_COMBAT.includes(phase) !== (combat !== null))
    faults.push(`in ${phase} the combat is wrong`);
  if ((phase === 'scout') !== (scout !== null)) faults.push(`in ${phase} the scouting is wrong`);
  if ((phase === 'money') !== (moneyRoom !== null)) faults.push(`in ${phase} the money is wrong`);
  if ((phase === 'over') !== (ending !== null)) faults.push(`in ${phase} the ending is ${ending ?? 'none'}`);
  if (phase === 'rolled' && legalActions(state, 0).length < 2) faults.push('a roll is asked about without a choice');
  if (phase === 'loss' && legalActions(state, 0).length < 2) faults.push('a loss is asked about without a choice');
  if (phase === 'explore' && legalActions(state, 0).every(({ type }) => type === 'leaveLevel'))
    faults.push('a level is not left although nothing else can be done');
  if (combat !== null && rooms[combat.room]?.card !== combat.enemy) faults.push('the enemy is not in its room');
  return faults;
}

const INTERRUPTIONS = ['trade', 'loss', 'over'];

function combatFaults(state: State): string[] {
  const { combat, defeated, phase } = state;
  if (combat === null) return [];
  const faults: string[] = [];
  const { enemyHp, enemyMaxHp, finalBoss, enemyAtk } = combat;
  const isLast = state.print === undefined ? defeated === ENEMIES - 1 : state.print.finalBoss === combat.enemy;
  if (enemyHp < 1 || enemyHp > enemyMaxHp) faults.push(`the enemy has ${enemyHp} of ${enemyMaxHp} HP`);
  if (!finalBoss && enemyMaxHp !== FULL_DIE * tierOf(defeated)) faults.push(`the enemy began with ${enemyMaxHp} HP`);
  if (finalBoss !== isLast) faults.push(`enemy ${defeated + 1} is taken for the wrong one`);
  if (enemyAtk < 1 || enemyAtk > MOST_ATK) faults.push(`the enemy has ${enemyAtk} ATK`);
  if (['rolled', 'tie'].includes(phase) && combat.result === null) faults.push('there is no roll to decide about');
  if (isActing(combat.stage) && !INTERRUPTIONS.includes(phase)) faults.push(`the curses still act in ${phase}`);
  if (!isActing(combat.stage) && combat.acting.length > 0) faults.push(`${combat.acting.join(' ')} never act`);
  if (state.curses.length > 0) faults.push('a curse waits although there is a combat');
  return faults;
}

function loreFaults({ lore, deck, rooms }: State): string[] {
  const faults: string[] = [];
  const down = rooms.filter(isFaceDown).flatMap(({ card }) => card ?? []);
  const lying = lore.returned.filter((card) => down.includes(card) && lore.apart.includes(card));
  if (lying.length > 0) faults.push(`${lying.join(' ')} cannot lie in a room`);
  if (down.length + deck.length > DECK.length) faults.push('too much is hidden');
  return faults;
}
