import { fileURLToPath, pathToFileURL } from 'node:url';

const SKEWED = pathToFileURL(fileURLToPath(new URL('skewed-clock.mjs', import.meta.url))).href;

export function skewedBy(ms: number): Record<string, string> {
  return { NODE_OPTIONS: `--import=${SKEWED}`, SKEW_MS: String(ms) };
}

export async function saidOffset(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^croupier_clock_offset_seconds (\S+)$/m.exec(text)?.[1]);
}
