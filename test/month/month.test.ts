import { expect, test } from 'vitest';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { Receiver } from '../notifications/receiver.ts';
import { KINDS } from '../store/test-store.ts';
import { Audit } from './audit.ts';
import { Calendar } from './calendar.ts';
import { Houses } from './houses.ts';
import { Person } from './person.ts';

const HOUR_MS = 60 * 60 * 1000;

/** `npm run check -- month` plays fifty games over a month; without it, a few games over some days. `MONTH_SEED`
 * changes what players do. */
const LONG = process.env.MONTH === 'long';
const [GAMES, DAYS, PEOPLE, STEP_HOURS] = LONG ? [50, 30, 12, 3] : [4, 3, 4, 4];
const LEAVE_EVERY = LONG ? 16 : 8;
const SEED = process.env.MONTH_SEED ?? 'month';

interface Table {
  ruleset: string;
  options?: object;
  isAlone?: boolean;
}

const TABLES: Table[] = [
  { ruleset: 'pascals-ruin', options: { roundsToWin: 1 } },
  { ruleset: 'champions-of-chance' },
  { ruleset: 'folly-and-fortune' },
  { ruleset: 'pascal', isAlone: true },
  { ruleset: 'pokers-rogue-reckoning', isAlone: true },
];
const CLOCKS = [
  { perAction: 24 * 3600, onTimeout: 'random' },
  { perAction: 48 * 3600, onTimeout: 'resign' },
];

test.runIf(KINDS.includes('postgres'))(
  'games over weeks lose no decision and no notification, whichever of two servers stops',
  { timeout: LONG ? 3_600_000 : 600_000 },
  async () => {
    const chance = new FastChance(SEED);
    const calendar = new Calendar(new Date('2027-03-15T06:00:00Z'));
    const houses = await Houses.open(calendar);
    const receiver = await Receiver.start();
    const people: Person[] = [];
    for (let nth = 0; nth < PEOPLE; nth++) {
      const caller = await houses.stranger.register(`Person ${nth}`, 'human');
      const person = new Person(caller, houses, calendar, new FastChance(`${SEED} ${nth}`), {
        diligence: 0.1 + chance.int(70) / 100,
        plans: LONG ? 0.3 : 0.8,
        undoes: 0.2,
        asks: 0.2,
      });
      const hook = await person.call('POST', '/v1/me/webhooks', {
        url: `http://127.0.0.1:${receiver.port}/${person.id}`,
      });
      expect(hook.status, JSON.stringify(hook.body)).toBe(201);
      people.push(person);
    }
    const games: string[] = [];
    for (let nth = 0; nth < GAMES; nth++) games.push(await begin(people, nth, chance));

    const steps = (DAYS * 24) / STEP_HOURS;
    for (let step = 0; step < steps; step++) {
      calendar.moveBy(STEP_HOURS * HOUR_MS);
      const restarts = step % 4 === 3 ? houses.restart(step % 8 === 3 ? 0 : 1) : null;
      const leaving = step % LEAVE_EVERY === 1 ? people[step % people.length] : undefined;
      await leaving?.goAway(3);
      await Promise.all(people.map((person) => person.look()));
      await restarts;
      await houses.settled();
    }
    for (const gameId of games) await end(people, gameId);
    await houses.settled();

    const audit = new Audit(people, receiver.received);
    audit.messages();
    for (const gameId of games) await audit.game(gameId);
    const undone = people.reduce((sum, each) => sum + each.undone, 0);
    const asked = people.reduce((sum, each) => sum + each.asked, 0);
    const decisions = people.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
    console.log(
      `${GAMES} games over ${DAYS} days: ${audit.entries} entries, ${decisions} decisions, ${receiver.received.length} notifications, ` +
        `${audit.planned} plans, ${undone} undone, ${asked} asked, ${audit.timeouts} out of time, ${audit.reminders} reminders, ${houses.restarts} restarts`,
    );
    await houses.close();
  },
);

async function begin(people: readonly Person[], nth: number, chance: FastChance): Promise<string> {
  const host = people[nth % people.length] as Person;
  const others = people.filter((person) => person !== host);
  const guest = others[chance.int(others.length)] as Person;
  const { isAlone = false, ...table } = TABLES[nth % TABLES.length] as Table;
  const seats = isAlone ? ['me'] : ['me', { player: guest.id }];
  const { status, body } = await host.call('POST', '/v1/games', {
    ...table,
    clock: CLOCKS[nth % CLOCKS.length],
    seats,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  if (isAlone) return body.id;
  const joined = await guest.call('POST', `/v1/games/${body.id}/seats`, {});
  expect(joined.status, JSON.stringify(joined.body)).toBe(200);
  return body.id;
}

async function end(people: readonly Person[], gameId: string): Promise<void> {
  for (const person of people) {
    const { body: state } = await person.call('GET', `/v1/games/${gameId}`);
    if (state.status !== 'playing') return;
    if (state.you.length > 0) await person.call('POST', `/v1/games/${gameId}/resignation`, {});
  }
}
