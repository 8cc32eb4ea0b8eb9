const SHOWN = [
  'process_resident_memory_bytes',
  'nodejs_heap_size_used_bytes',
  'nodejs_external_memory_bytes',
  'nodejs_active_handles_total',
  'croupier_open_streams',
];
const UNITS = 2 ** 20;

export type Gauges = Record<string, number>;

export async function gaugesOf(url: string): Promise<Gauges> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Object.fromEntries(SHOWN.map((name) => [name, Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])]));
}

export function asCells(gauges: Gauges): string[] {
  return SHOWN.map((name) =>
    name.endsWith('bytes') ? ((gauges[name] ?? 0) / UNITS).toFixed(0) : String(gauges[name]),
  );
}

export const HEADS = SHOWN.map((name) =>
  name
    .replace(/^[a-z]+_/, '')
    .replace('_bytes', ' (MiB)')
    .replaceAll('_', ' '),
);
