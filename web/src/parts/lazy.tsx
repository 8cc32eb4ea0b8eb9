import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { WORDS } from '../core/words.ts';

export type Loadable<Props> = (props: Props) => VNode | null;

interface LazyProps<Props> {
  /** must be the same function in each render */
  load(): Promise<{ default: Loadable<Props> }>;
  with: Props;
  quiet?: boolean;
}

const loaded = new Map<() => unknown, Loadable<never>>();

/** Loads the code of a component when it is first used. If that fails, the page around it fails too. */
export function Lazy<Props extends object>({ load, with: props, quiet = false }: LazyProps<Props>) {
  const [, redraw] = useState({});
  const [failure, setFailure] = useState<unknown>(null);
  const Loaded = loaded.get(load) as Loadable<Props> | undefined;
  useEffect(() => {
    if (Loaded !== undefined) return;
    load().then((module: { default: Loadable<Props> } | undefined) => {
      if (module === undefined) return; // the page is about to reload
      loaded.set(load, module.default as Loadable<never>);
      redraw({});
    }, setFailure);
  }, [load]);
  if (failure !== null) throw failure;
  if (Loaded === undefined && quiet) return null;
  return Loaded === undefined ? <p class="dim">{WORDS.loading}</p> : <Loaded {...props} />;
}
