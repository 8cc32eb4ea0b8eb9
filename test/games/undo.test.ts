import { expect, test } from 'vitest';
import { type CatalogueEntry, loadCatalogue } from '#rules/catalogue.ts';
import { undoableIn } from '../../src/games/commands/takeback.ts';
import { MOST_UNDONE } from '../../src/games/model/going-back.ts';
import { ADA, begunGame } from './begun-game.ts';

const catalogue = await loadCatalogue(true);

test('a seat that has undone its part leaves the parts of the others', () => {
  const { game } = begunGame(catalogue.get('champions-of-chance') as CatalogueEntry, 'undo');
  const step = { version: game.version, action: { type: 'chooseDie' }, state: game.state, decisions: [], banks: null };
  const afterSeat = (seat: number) =>
    undoableIn({ ...game, undone: [MOST_UNDONE, 0], turn: { seat, steps: [step] } }, new Date(1), ADA.id, { seat });
  expect(afterSeat(0)).toMatchObject({ ok: false, refusal: { code: 'too-many-takebacks' } });
  expect(afterSeat(1)).toMatchObject({ ok: true });
});
