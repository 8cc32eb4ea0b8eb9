import type { Ruleset } from '../kernel/ruleset.ts';
import * as play from './play.ts';
import * as schemas from './schemas.ts';
import * as wording from './wording.ts';

const liarsDice: Ruleset<schemas.Options, play.State, schemas.Action, schemas.Event, schemas.View> = {
  id: 'liars-dice',
  name: "Liar's Dice",
  summary: 'Roll in secret, bid on the dice of everybody together, and doubt a bid before it is your turn to lie.',
  credits: { author: null, document: "Liar's Dice, a folk game", added: 'The rulings of this page.' },
  rulesVersion: 1,
  seats: { min: 2, max: 5 },
  solo: false,
  hiddenInformation: true,
  scoring: () => 'highest',
  endings: { lastWithDice: 'one seat is left with dice' },
  checkOptions: () => null,
  schemas,
  ...play,
  ...wording,
};

export default liarsDice;
