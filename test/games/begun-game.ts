import type { CatalogueEntry } from '#rules/catalogue.ts';
import { holderFor, newHeader, opening } from '../../src/games/commands/create-game.ts';
import type { Proposal } from '../../src/games/model/game.ts';

export const ADA = {
  id: '01930000-0000-7000-8000-000000000001',
  name: 'Ada',
  kind: 'agent',
  createdAt: new Date(0),
} as const;
const CLOCK = { perAction: 3600, bank: 3600, increment: 5, onTimeout: 'random' } as const;

export function begunGame({ ruleset, inputs }: CatalogueEntry, seed: string): Proposal {
  const options = inputs.options(undefined);
  if (!options.ok) throw new Error(`${ruleset.id} has no default options`);
  const plan = {
    ...{ ruleset, options: options.value, creator: ADA, visibility: 'public' as const, clock: CLOCK },
    seats: Array.from({ length: ruleset.seats.min }, () => holderFor(ADA, 'words')),
    ...{
      standIn: 'random',
      seed,
      commitment: null,
      rematchOf: null,
      daily: null,
      rated: false,
      place: null,
      allowsChat: true,
    },
  };
  return opening(newHeader(plan, ADA.createdAt), plan.seats);
}
