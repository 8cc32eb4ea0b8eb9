import type { Client } from '@modelcontextprotocol/client';

export interface Said {
  text: string;
  isError: boolean;
  fields: any;
  /** estimated tokens of the answer: one for four characters */
  tokens: number;
}

export async function say(client: Client, name: string, input: Record<string, unknown> = {}): Promise<Said> {
  // sends what the schemas tell a model to send: objects are JSON in a string
  const sent = Object.entries(input).map(([key, value]) => [
    key,
    typeof value === 'object' ? JSON.stringify(value) : value,
  ]);
  const call = { name, arguments: Object.fromEntries(sent) };
  const { content, isError = false, structuredContent } = await client.callTool(call);
  const text = (content as { text: string }[]).map((part) => part.text).join('\n');
  const characters = text.length + (structuredContent === undefined ? 0 : JSON.stringify(structuredContent).length);
  return {
    text,
    isError,
    fields: structuredContent,
    tokens: Math.ceil((characters + JSON.stringify(input).length) / 4),
  };
}

const NUMBERED = /^(\d+)\. /gm;
const VALUES = /; (\w+) (?:\{[^;]*|\[[^;]*|"[^;]*|\d[^;]*)/g;

/** Plays a game to its end by what the tools' answers say. Returns the number of tokens of the most expensive turn. */
export async function playOn(client: Client, gameId: string, draw: (below: number) => number): Promise<number> {
  let dearest = 0;
  for (;;) {
    let said = await say(client, 'wait_for_turn', { gameId, seconds: 20 });
    let turn = 0;
    if (said.isError) throw new Error(said.text);
    while (said.fields.yourTurn) {
      turn += said.tokens;
      const { version } = said.fields;
      const listed = await listedIn(client, gameId, said, draw);
      turn += listed.tokens;
      const number = listed.numbers[draw(listed.numbers.length)];
      said = await say(client, 'act', { gameId, version, number });
      if (said.isError) throw new Error(said.text);
      dearest = Math.max(dearest, turn);
      turn = 0; // the next turn begins with this answer
    }
    if (said.fields.status !== 'playing') return dearest;
  }
}

async function listedIn(client: Client, gameId: string, said: Said, draw: (below: number) => number) {
  let tokens = 0;
  let { text } = said;
  const pick: Record<string, unknown> = {};
  for (let narrowing = 0; narrowing < 6; narrowing++) {
    const numbers = [...text.matchAll(NUMBERED)].map(([, number]) => Number(number));
    if (numbers.length > 0 && !text.includes('too many to list')) return { numbers, tokens };
    Object.assign(pick, picked(text, pick, draw));
    const narrower = await say(client, 'legal_actions', { gameId, pick });
    if (narrower.isError) throw new Error(narrower.text);
    tokens += narrower.tokens;
    text = narrower.text;
  }
  throw new Error(`no list is short enough: ${text}`);
}

function picked(text: string, pick: Record<string, unknown>, draw: (below: number) => number): Record<string, unknown> {
  const lines = [...text.matchAll(/^- type "(\w+)".*$/gm)];
  const line = lines[draw(lines.length)];
  if (line === undefined) throw new Error(`nothing to pick in ${text}`);
  if (!('type' in pick)) return { type: line[1] };
  const fields = [...line[0].matchAll(VALUES)].map(([whole, field]) => ({ field, values: valuesIn(whole) }));
  const { field, values } = fields[draw(fields.length)] as { field: string; values: unknown[] };
  return { [field]: values[draw(values.length)] };
}

function valuesIn(text: string): unknown[] {
  const list = text.replace(/^; \w+ /, '').replace(/, … \(\d+ more\)$/, '');
  return JSON.parse(`[${list}]`);
}
