export const COMPETE_FLAGS = {
  agents: 'agents.json',
  ruleset: 'id',
  seats: 'n',
  options: 'JSON',
  format: 'name',
  boards: 'n',
  rounds: 'n',
  duplicate: 'name',
  scoring: 'name',
  clock: 'JSON',
  stop: 'JSON',
  name: 'text',
  seed: 'text',
  out: 'folder',
  resume: 'folder',
} as const;

export const COMPETE_USAGE = `npm run compete -- --ruleset id --agents agents.json [--seats n] [--boards n] [--rounds n] [--duplicate name]
npm run compete -- --resume [folder]
  --agents     who takes part: a list of programs and policies of the house (docs/compete.md)
  --ruleset, --options, --seats, --format, --boards, --rounds, --duplicate, --scoring, --clock, --stop, --name
               as in createCompetition; the format is roundRobin, swiss, match or cup. JSON for options, clock and stop
  --seed       all chance follows from this text, and the choices of house policies; drawn when it is left out
  --out        where the results go; a new folder below ./results when it is left out
  --resume     goes on with the competition in that folder, or with the latest below ./results that is not complete
Exit code 0: held to its end; 1: it could not go on; 2: this call cannot be understood; 130: ended before, to be resumed.`;

export const TEST_FLAGS = {
  test: 'A B',
  agents: 'agents.json',
  ruleset: 'id',
  seats: 'n',
  options: 'JSON',
  alpha: '0.05',
  beta: '0.05',
  margin: '0.1',
  'max-boards': 'n',
  seed: 'text',
  clock: 'JSON',
  out: 'folder',
  workers: 'n',
  json: '',
} as const;

export const TEST_USAGE = `npm run compete -- --test A B --ruleset id [--agents agents.json] [--seats n] [--options JSON] [--alpha 0.05] [--beta 0.05]
                  [--margin 0.1] [--max-boards n] [--seed text] [--clock JSON] [--out folder] [--workers n] [--json]
  --test        is A better than B? Each is the name of an agent in agents.json, or of a policy of the house. Two policies
                play in threads, programs play a match as other competitions are held
  --alpha       how often two that are equal may be told apart
  --beta        how often a difference as large as the margin may be missed
  --margin      a difference in the share of wins that does not matter
  --max-boards  after which it is given up: 10,000 between policies and 1,000 between programs, when it is left out
  --seed        all chance follows from this text, and the choices of house policies
  --clock, --out  of programs: as without --test
  --workers     of policies: threads, as many as there are processors when it is left out
Exit code 0: A is shown to be better; 1: worse; 3: as good within the margin; 4: undecided; 2: this call cannot be understood;
130: ended with Ctrl-C.`;

/** An error in a competition that the caller can fix; the message says how. */
export class UnfitCall extends Error {
  override name = 'UnfitCall';
}
