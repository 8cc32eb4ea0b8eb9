import { type Answer, answerOf, api, type Competition, type Schemas } from './api.ts';

type Call = Promise<Answer<Competition>>;
type Entered = Promise<Answer<Schemas['EnteredCompetition']>>;

async function competitionIn(call: Entered): Call {
  const answer = await call;
  return answer.ok ? { ok: true, value: answer.value.competition } : answer;
}

const of = (competitionId: string) => ({ path: { competitionId } });

export function enterCompetition(id: string, entry: Schemas['NewEntry']): Call {
  return competitionIn(answerOf(api.POST('/v1/competitions/{competitionId}/entries', { params: of(id), body: entry })));
}

export function changeEntry(id: string, change: Schemas['EntryChange']): Call {
  return competitionIn(
    answerOf(api.PATCH('/v1/competitions/{competitionId}/entries/me', { params: of(id), body: change })),
  );
}

export function withdrawEntry(id: string): Call {
  return competitionIn(answerOf(api.DELETE('/v1/competitions/{competitionId}/entries/me', { params: of(id) })));
}

export function withdrawBot(id: string, entry: number): Call {
  const params = { path: { competitionId: id, entry } };
  return competitionIn(answerOf(api.DELETE('/v1/competitions/{competitionId}/entries/{entry}', { params })));
}

export function disqualifyEntry(id: string, entry: number, reason: string): Call {
  const params = { path: { competitionId: id, entry } };
  const path = '/v1/competitions/{competitionId}/entries/{entry}/disqualification';
  return competitionIn(answerOf(api.POST(path, { params, body: { reason } })));
}

export function startCompetition(id: string): Call {
  return answerOf(api.POST('/v1/competitions/{competitionId}/start', { params: of(id), body: {} }));
}

/** Aborts with the reason that the organizer typed. An empty reason is not sent. */
export function abortCompetition(id: string, reason: string): Call {
  const body = reason === '' ? {} : { reason };
  return answerOf(api.POST('/v1/competitions/{competitionId}/abort', { params: of(id), body }));
}
