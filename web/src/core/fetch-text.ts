import { type Answer, answerOf } from '../../../clients/typescript/src/index.ts';

export function fetchText(address: string, headers: Record<string, string>): Promise<Answer<string>> {
  const call = async () => {
    const response = await fetch(address, { headers });
    return response.ok ? { response, data: await response.text() } : { response, error: await response.json() };
  };
  return answerOf<string>(call());
}
