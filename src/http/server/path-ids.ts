import { type TString, Type } from '@sinclair/typebox';
import type { ProblemCode } from '../problems/catalogue.ts';

/** The ids in paths: what each names, and how a call is refused whose id names nothing; null: that is no reason to refuse. */
const IDS = {
  gameId: ['game', 'game-not-found'],
  competitionId: ['competition', 'competition-not-found'],
  playerId: ['player', null],
  tokenId: ['token', 'token-not-found'],
  webhookId: ['webhook', 'webhook-not-found'],
  channelId: ['channel', 'notification-channel-not-found'],
  vacationId: ['vacation', 'vacation-not-found'],
  messageId: ['message', 'message-not-found'],
  seekId: ['seek', 'seek-not-found'],
} as const satisfies Record<string, readonly [names: string, unknown: ProblemCode | null]>;
type Id = keyof typeof IDS;

type NamesIn<Url> = Url extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Url extends `${string}:${infer Name}`
    ? Name
    : never;
export type IdsIn<Url> = { [Name in NamesIn<Url> & Id]: string };

/** The schemas of the ids in a path of Fastify. */
export function idsIn(url: string): Record<string, TString> {
  return Object.fromEntries(
    namesIn(url).map((id) => [id, Type.String({ format: 'uuid', description: `The id of the ${IDS[id][0]}.` })]),
  );
}

export function problemsOfIds(url: string): ProblemCode[] {
  return namesIn(url).flatMap((id) => IDS[id][1] ?? []);
}

function namesIn(url: string): Id[] {
  return [...url.matchAll(/:(\w+)/g)].map(([, name]) => name as Id).filter((name) => name in IDS);
}
