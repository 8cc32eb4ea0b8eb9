import { type Answer, answerOf, api, type Schemas } from './api.ts';
import { focusTop } from './focus-top.ts';
import { sendKept } from './kept-key.ts';
import { changeSession, signIn } from './session.ts';

type Registered = Answer<Schemas['PlayerWithToken']>;

let underWay: Promise<Registered> | null = null;

/** Registers a player, or a guest if there is no name. Calls at the same time share one response. */
export function register(name: string): Promise<Registered> {
  underWay ??= send(name).finally(() => {
    underWay = null;
  });
  return underWay;
}

function send(name: string): Promise<Registered> {
  const isGuest = name === '';
  const body = { kind: 'human' as const, ...(!isGuest && { name }) };
  const call = (key: string) => {
    return answerOf(api.POST('/v1/players', { params: { header: { 'idempotency-key': key } }, body }));
  };
  return sendKept('registration', body, call, ({ player, token, recoveryCode }) => {
    focusTop(); // the element with the focus is about to disappear
    signIn({ token, playerId: player.id, name: player.name, recoveryCode, isGuest });
  });
}

/** Renames the player. A guest who chooses a name stops being a guest and keeps the account. */
export async function takeName(name: string): Promise<Answer<Schemas['Player']>> {
  const answer = await answerOf(api.PATCH('/v1/me', { body: { name } }));
  if (answer.ok) changeSession({ name: answer.value.name, isGuest: false });
  return answer;
}
