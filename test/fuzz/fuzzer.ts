import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { committedDocument, writtenOut } from '../http/contract.ts';
import { operationsOf } from './document.ts';
import { type Called, FuzzingCaller } from './fuzzing-caller.ts';
import { Judge } from './judge.ts';
import { Tally } from './tally.ts';
import { type Request, targetOf, Wire } from './wire.ts';

const CALLERS = 12;
const ENOUGH = 200;

export interface Finding extends Called {
  what: string;
  seed: string;
  caller: number;
  nth: number;
  repeats: boolean;
}

export interface FuzzOptions {
  url: string;
  seed: string;
  requests: number;
  ms?: number;
  onProgress?: (sent: number) => Promise<void>;
}

export async function fuzz({ url, seed, requests, ms = Number.POSITIVE_INFINITY, onProgress }: FuzzOptions) {
  const doc = writtenOut((await (await fetch(`${url}/openapi.json`)).json()) as Record<string, any>);
  const operations = operationsOf(committedDocument()); // only the document in the repository always has examples
  const judge = new Judge(doc);
  const tally = new Tally(operations.map(({ id }) => id));
  const findings: Finding[] = [];
  const end = performance.now() + ms;
  const wire = new Wire(url);
  const step = Math.ceil(requests / 10);
  let sent = 0;
  const call = async (caller: number) => {
    const one = new FuzzingCaller(wire, judge, operations, new FastChance(`${seed}/${caller}`));
    for (let nth = 0; sent < requests && performance.now() < end && findings.length < ENOUGH; nth++) {
      for (const called of await one.next()) {
        tally.add(called, called.answer);
        if (++sent % step === 0) await onProgress?.(sent);
        const { what } = called;
        if (what === null) continue;
        const repeats = (await one.wrongIn(called.request)) !== null;
        findings.push({ ...called, what, seed, caller, nth, repeats });
      }
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, caller) => call(caller)));
  wire.close();
  return { tally, findings, sent };
}

export function asCommand(url: string, { method, headers, body, ...rest }: Request): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const flags = headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const target = quoted(url + targetOf({ method, headers, body, ...rest }));
  const data = body === undefined ? [] : [`--data-binary @<(echo ${Buffer.from(body).toString('base64')} | base64 -d)`];
  return ['curl -s -i --path-as-is -g', `-X ${quoted(method)}`, ...flags, ...data, target].join(' ');
}
