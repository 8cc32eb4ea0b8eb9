import { type Answer, answerOf, api, type Refusal, type Schemas } from '../../core/api.ts';
import { isFinal } from '../../core/final-refusal.ts';
import { pause } from '../../core/pause.ts';
import { Store } from '../../core/store.ts';

type Analysis = Schemas['Analysis'];

export interface AnalysisState {
  analysis: Analysis | null;
  refusal: Refusal | null;
}

const WAIT_SECONDS = 25;
const PAUSE_MS = 3_000;

export class WatchedAnalysis {
  readonly state = new Store<AnalysisState>({ analysis: null, refusal: null });
  readonly #params: { path: { gameId: string }; header: { 'invite-code'?: string } };

  constructor(gameId: string, inviteCode: string | null) {
    this.#params = { path: { gameId }, header: inviteCode === null ? {} : { 'invite-code': inviteCode } };
  }

  async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { analysis } = this.state.value;
      const query = analysis === null ? {} : { after: analysis.version, wait: WAIT_SECONDS };
      const answer = await answerOf(
        api.GET('/v1/games/{gameId}/analysis', { params: { ...this.#params, query }, signal }),
      );
      if (signal.aborted) return;
      this.#take(answer);
      if (answer.ok ? isOver(answer.value) : isFinal(answer.refusal)) return;
      if (!answer.ok) await pause(PAUSE_MS, signal);
    }
  }

  async begin(): Promise<Answer<Analysis>> {
    const answer = await answerOf(api.POST('/v1/games/{gameId}/analysis', { params: this.#params, body: {} }));
    if (answer.ok) this.#take(answer);
    return answer;
  }

  #take(answer: Answer<Analysis>): void {
    if (answer.ok) this.state.set({ analysis: answer.value, refusal: null });
    else this.state.patch({ refusal: answer.refusal });
  }
}

export function isOver({ status }: Analysis): boolean {
  return status === 'done' || status === 'failed';
}
