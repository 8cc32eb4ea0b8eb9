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
  --agents     a file with the list of programs and policies that take part (docs/compete.md)
  --ruleset, --options, --seats, --format, --boards, --rounds, --duplicate, --scoring, --clock, --stop, --name
               as in createCompetition; the format is roundRobin, swiss, match or cup. JSON for options, clock and stop
  --seed       determines all chance and the choices of house policies (default: drawn at random)
  --out        the folder of the results (default: a new folder below ./results)
  --resume     continues the competition in that folder (default: the latest unfinished one below ./results)
Exit code 0: complete; 1: it could not go on; 2: the command is wrong; 130: stopped, and can be resumed.`;

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
  --test        tests whether A is better than B: names of agents in agents.json, or of policies of the house. Two policies
                play in threads, programs play a match like other competitions
  --alpha       the accepted risk of finding a difference between equals
  --beta        the accepted risk of missing a difference as large as the margin
  --margin      a difference in the share of wins that does not matter
  --max-boards  when to give up (default: 10,000 between policies, 1,000 between programs)
  --seed        determines all chance and the choices of house policies
  --clock, --out  only between programs: as without --test
  --workers     only between policies: threads (default: as many as processors)
Exit code 0: A is better; 1: A is worse; 3: equal within the margin; 4: undecided; 2: the command is wrong;
130: ended with Ctrl-C.`;

/** An error that the user can correct; the message says how. */
export class InvalidCall extends Error {
  override name = 'InvalidCall';
}
