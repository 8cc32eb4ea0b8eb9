/** Every flag of `npm run compete`, with the words that its value stands for. */
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
