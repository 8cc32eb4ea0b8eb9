import type { KeptHead } from '../games/model/verdict.ts';
import { answerCall, flagsIn, UsageError } from './flags.ts';
import { competitionVerdict, gameVerdict } from './verdict.ts';

const USAGE = `npm run verify -- transcript.json [--head version=hash …] [--json]
npm run verify -- --competition transcript.ndjson [--head version=hash …] [--json]
  transcript.json   the answer of GET /v1/games/{gameId}/transcript; - reads standard input
  --competition     the file is the transcript of a competition, the answer of GET /v1/competitions/{competitionId}/transcript
  --head            a head (hash) that you kept during play, with its version; can be given several times
  --json            print the result as JSON
Exit code 0: verified; 1: a check failed; 2: the file is not a transcript, or the command is wrong.`;

await answerCall(USAGE, async (args) => {
  const { file, heads, json, competition } = readCall(args);
  const verdict = await (competition ? competitionVerdict(file, heads) : gameVerdict(file, heads));
  console.log(json ? JSON.stringify(verdict.json, null, 2) : verdict.text);
  return verdict.verified ? 0 : 1;
});

function readCall(args: string[]) {
  const options = {
    competition: { type: 'boolean', default: false },
    head: { type: 'string', multiple: true, default: [] as string[] },
    json: { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = flagsIn({ args, allowPositionals: true, options });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError('Give the file of one transcript.');
  return { file, heads: values.head.map(headIn), json: values.json, competition: values.competition };
}

function headIn(text: string): KeptHead {
  const [, version, head] = /^(\d{1,9})=([0-9a-f]{64})$/i.exec(text) ?? [];
  if (version === undefined || head === undefined) {
    throw new UsageError(
      `--head must be a version and its head (64 hexadecimal digits), such as 12=0f3a…, not "${text}".`,
    );
  }
  return { version: Number(version), head: head.toLowerCase() };
}
