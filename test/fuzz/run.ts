// Sends malformed requests and checks that each response matches the document: `npm run check -- fuzz --requests 200000
// --seed autumn`.
import { parseArgs } from 'node:util';
import { withDatabase } from '../faults/databases.ts';
import { Server } from '../process/server.ts';
import { asCommand, type Finding, fuzz } from './fuzzer.ts';
import { asCells, gaugesOf, HEADS } from './memory.ts';

const SHOWN = 600;
const SETTINGS = { LOG_LEVEL: 'error', LIVE_GAMES: '100', SEARCH_MS: '2', STREAM_LIMIT: '1' };
const LIMITS = { RATE_LIMIT: '1500', RATE_LIMIT_ADDRESS: 'off', REGISTRATION_LIMIT: '300' };
/** How long to wait after the last request: long polls, streams and webhooks end within this time. */
const QUIET_MS = 12_000;
const OPTIONS = {
  requests: { type: 'string', default: '20000' },
  seed: { type: 'string', default: 'fuzz' },
  seconds: { type: 'string', default: '86400' },
  limits: { type: 'boolean', default: false },
} as const;

/** Returns exit code 0: all responses were documented, none was 5xx, and the server is healthy; 1: otherwise. */
export async function main(args: string[]): Promise<number> {
  const { requests, seed, seconds, limits } = parseArgs({ args, options: OPTIONS }).values;
  return withDatabase('embedded', async (settings) => {
    const server = await Server.start({ ...settings, ...SETTINGS, ...(limits ? LIMITS : {}) });
    const from = performance.now();
    const elapsed = () => ((performance.now() - from) / 1000).toFixed(0);
    const showGauges = async (sent: number) =>
      console.log(`| ${sent} | ${elapsed()} | ${asCells(await gaugesOf(server.url)).join(' | ')} |`);
    console.log(`| requests | seconds | ${HEADS.join(' | ')} |`);
    console.log(`| ---: | ---: |${' ---: |'.repeat(HEADS.length)}`);
    await showGauges(0);
    const { tally, findings, sent } = await fuzz({
      url: server.url,
      seed,
      requests: Number(requests),
      ms: Number(seconds) * 1000,
      onProgress: showGauges,
    });
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    await showGauges(sent);
    tally.print();
    console.log(`\nNever done, only refused: ${tally.neverDone.join(', ') || 'none'}`);
    console.log(`\n${sent} requests in ${elapsed()} s, ${findings.length} findings`);
    const kinds = new Map(findings.map((finding) => [`${finding.operation} ${finding.what}`.slice(0, 120), finding]));
    for (const [kind, { request, bends, way }] of kinds) {
      console.log(`- ${kind}`);
      console.log(`    ${way}, bent by ${bends.join(', ') || 'nothing'}`);
      console.log(`    ${asCommand(server.url, request).slice(0, SHOWN)}`);
    }
    const [first] = findings;
    if (first !== undefined) explain(first, server.url);
    const { croupier_open_streams: streams } = await gaugesOf(server.url);
    const stopped = await server.stop();
    const harms = [
      ...(stopped === 0 ? [] : [`the server ended with ${stopped}`]),
      ...(streams === 0 ? [] : [`${streams} streams stayed open`]),
      ...(server.output === '' ? [] : [`the server complained: ${server.output.slice(0, 5_000)}`]),
    ];
    for (const harm of harms) console.log(harm);
    return findings.length === 0 && harms.length === 0 ? 0 : 1;
  });
}

function explain({ what, operation, seed, caller, nth, request, answer, repeats }: Finding, url: string): void {
  console.log(`First finding: ${operation}: ${what}`);
  console.log(`  answer    ${JSON.stringify(answer)?.slice(0, 2_000)}`);
  console.log(`  by        --seed ${seed}, request ${nth} of caller ${caller}`);
  console.log(`  sent again it is ${repeats ? 'wrong again' : 'answered well: it depends on what was before'}`);
  console.log(`  repeat    ${asCommand(url, request).slice(0, 4_000)}`);
}
