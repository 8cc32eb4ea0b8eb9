import { expect, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import type { RulesetSummary } from '../../clients/typescript/src/index.ts';
import { settledBy } from '../../src/competitions/commands/new-competition.ts';
import {
  type CompetitionWishes,
  competitionOf,
  fitting,
  formatsOf,
  inFormat,
  offeredBy,
  standInsOf,
  usualCompetition,
} from '../../web/src/pages/new-competition/new-competition.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const catalogue = await loadCatalogue(true);
const policies = ['random', 'search', 'search-10'];

function chosen(summary: RulesetSummary): CompetitionWishes[] {
  return formatsOf(summary).flatMap((format) => {
    const usual = inFormat(summary, usualCompetition(summary), format);
    const { seats, duplicates, rounds, stop, endsAt } = offeredBy(summary, usual);
    const changes: Partial<CompetitionWishes>[] = [
      {},
      ...seats.map((each) => ({ seats: each })),
      ...duplicates.flatMap((duplicate) =>
        offeredBy(summary, { ...usual, duplicate }).scorings.map((scoring) => ({ duplicate, scoring })),
      ),
      ...seats.flatMap((each) => duplicates.map((duplicate) => ({ seats: each, duplicate }))),
      ...(rounds === null ? [] : [{ rounds: rounds.least }]),
      { entryUntil: '2027-01-01T10:00', startsAt: '2027-01-02T10:00' },
      ...(endsAt ? [{ endsAt: '2027-01-03T10:00' }] : []),
      ...(stop ? [{ stops: true }] : []),
      { showOdds: false },
      { clock: { kind: 'bank', seconds: 600, increment: 5, onTimeout: 'resign' } },
      { visibility: 'private', kinds: 'agent', standIn: standInsOf(summary)[0] ?? '', pauseAfter: 1 },
    ];
    return changes.map((change) => fitting(summary, { ...usual, ...change, name: 'Tuesday' }));
  });
}

test.each([...catalogue.keys()])('every choice of the form for %s can be created', (id) => {
  const { ruleset } = catalogue.get(id) as NonNullable<ReturnType<typeof catalogue.get>>;
  const summary = { id, seats: ruleset.seats, policies } as unknown as RulesetSummary;
  const all = chosen(summary);
  expect(all.length).toBeGreaterThan(5);
  for (const wishes of all) {
    const body = competitionOf(summary, wishes);
    const settled = settledBy(body as Parameters<typeof settledBy>[0], catalogue, NOW);
    expect(settled.ok ? null : settled.refusal.errors, JSON.stringify(body)).toBeNull();
    const odds = wishes.showOdds ? {} : { showOdds: false };
    expect(settled.ok && settled.value).toMatchObject({ format: wishes.format, duplicate: wishes.duplicate, ...odds });
  }
});

test('a ladder whose boards are played from every seat has at least as many games as seats', () => {
  const { ruleset } = catalogue.get('folly-and-fortune') as NonNullable<ReturnType<typeof catalogue.get>>;
  const summary = { id: ruleset.id, seats: ruleset.seats, policies } as unknown as RulesetSummary;
  const ladder = inFormat(summary, usualCompetition(summary), 'ladder');
  expect(fitting(summary, { ...ladder, rounds: 1, seats: 5, duplicate: 'permuted' }).rounds).toBe(5);
});
