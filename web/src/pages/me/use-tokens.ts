import { answerOf, api, doneOf, type Schemas } from '../../core/api.ts';
import type { Call } from '../../core/use-call.ts';
import { useListed } from './use-listed.ts';

export type Token = Schemas['Token'];

export interface Tokens {
  tokens: readonly Token[];
  listing: Call;
  list(): Promise<void>;
  end(token: Token): Promise<boolean>;
}

export function useTokens(scope: Token['scope']): Tokens {
  const [tokens, { listing, list }] = useListed(
    () => answerOf(api.GET('/v1/me/tokens')),
    (found) => found.tokens.filter((token) => token.scope === scope),
  );
  const end = async ({ id }: Token) => {
    const params = { path: { tokenId: id } };
    const done = await listing.run(() => doneOf(api.DELETE('/v1/me/tokens/{tokenId}', { params })));
    if (done !== null) await list();
    return done !== null;
  };
  return { tokens, listing, list, end };
}
