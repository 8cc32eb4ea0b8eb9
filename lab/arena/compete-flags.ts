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
               the fields of createCompetition. The format is roundRobin, swiss, match or cup; options, clock and stop are JSON
  --seed       a text that decides all cards, dice and choices of policies (default: a random text)
  --out        the folder of the results (default: a new folder below ./results)
  --resume     continues the competition in this folder (default: the latest unfinished one below ./results)
Exit code 0: complete; 1: stopped by an error; 2: the command is wrong; 130: stopped by Ctrl-C; --resume continues it.`;

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
  --test        tests whether A is better than B. Both are names of agents in agents.json, or of policies. Two policies play
                in threads; two programs play a match, as without --test
  --alpha       the accepted risk of finding a difference between equals
  --beta        the accepted risk of missing a difference as large as the margin
  --margin      a difference in the share of wins that does not matter
  --max-boards  the largest number of boards; after it the test is undecided (default: 10,000 for policies, 1,000 for programs)
  --seed        a text that decides all cards, dice and choices of policies
  --clock, --out  only for programs: as without --test
  --workers     only for policies: the number of threads (default: one for each processor)
Exit code 0: A is better; 1: A is worse; 3: equal within the margin; 4: undecided; 2: the command is wrong;
130: stopped by Ctrl-C.`;

/** An error that the user can correct; the message says how. */
export class InvalidCall extends Error {
  override name = 'InvalidCall';
}
