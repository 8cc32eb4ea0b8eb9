import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const CONNECTIONS = 16;

export async function flood(url: string, seconds: number): Promise<{ served: number; refused: number }> {
  const registered = await fetch(`${url}/v1/players`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Flood ${randomUUID().slice(0, 8)}`, kind: 'agent' }),
  });
  const { token } = (await registered.json()) as { token: string };
  const counts = { served: 0, refused: 0 };
  const end = performance.now() + seconds * 1000;
  const call = async () => {
    while (performance.now() < end) {
      const answer = await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${token}` } });
      await answer.arrayBuffer();
      if (answer.status === 429) counts.refused++;
      else counts.served++;
      await sleep(0);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, call));
  return counts;
}
