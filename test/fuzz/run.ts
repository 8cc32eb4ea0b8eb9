// `npm run fuzz -- --requests 200000 --seed autumn`: whether bent requests get an answer that the document does not know.
import { parseArgs } from 'node:util';
import { withDatabase } from '../faults/databases.ts';
import { Server } from '../process/server.ts';
import { asCommand, type Finding, fuzz, type Tally } from './fuzzer.ts';

const SHOWN = 600;
const OPTIONS = {
  requests: { type: 'string', default: '20000' },
  seed: { type: 'string', default: 'fuzz' },
  /** ends earlier */
  seconds: { type: 'string', default: '86400' },
} as const;

/** Exit code 0: every answer was one that the document describes, and none 5xx; 1: some was not. */
export async function main(args: string[]): Promise<number> {
  const { requests, seed, seconds } = parseArgs({ args, options: OPTIONS }).values;
  return withDatabase('embedded', async (settings) => {
    const server = await Server.start({ ...settings, LOG_LEVEL: 'error' });
    const from = performance.now();
    const { tally, findings, sent } = await fuzz({
      url: server.url,
      seed,
      requests: Number(requests),
      ms: Number(seconds) * 1000,
    });
    print(tally);
    console.log(`${sent} requests in ${((performance.now() - from) / 1000).toFixed(0)} s, ${findings.length} findings`);
    const kinds = new Map(findings.map((finding) => [`${finding.operation} ${finding.what}`.slice(0, 120), finding]));
    for (const [kind, { request }] of kinds) {
      console.log(`- ${kind}`);
      console.log(`    ${asCommand(server.url, request).slice(0, SHOWN)}`);
    }
    const [first] = findings;
    if (first !== undefined) explain(first, server);
    const stopped = await server.stop();
    if (stopped !== 0) console.log(`the server ended with ${stopped}`);
    return findings.length === 0 && stopped === 0 ? 0 : 1;
  });
}

function print(tally: Tally): void {
  const statuses = [...new Set([...tally.values()].flatMap((counts) => [...counts.keys()]))].sort((a, b) => a - b);
  const heads = statuses.map((status) => (status === 0 ? 'none' : status));
  console.log(`| operation | ${heads.join(' | ')} |`);
  console.log(`| --- |${' ---: |'.repeat(statuses.length)}`);
  for (const [operation, counts] of tally) {
    console.log(`| ${operation} | ${statuses.map((status) => counts.get(status) ?? '').join(' | ')} |`);
  }
}

function explain(
  { what, operation, seed, caller, nth, request, answer, repeats }: Finding,
  { url, output }: Server,
): void {
  console.log(`First finding: ${operation}: ${what}`);
  console.log(`  answer    ${JSON.stringify(answer)?.slice(0, 2_000)}`);
  console.log(`  by        --seed ${seed}, request ${nth} of caller ${caller}`);
  console.log(`  sent again it is ${repeats ? 'wrong again' : 'answered well: it depends on what was before'}`);
  console.log(`  repeat    ${asCommand(url, request).slice(0, 4_000)}`);
  console.log(`  log       ${output.slice(-1_500)}`);
}
