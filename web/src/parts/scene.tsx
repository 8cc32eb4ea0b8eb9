import { clothOf, TILES } from '../art/tiles.ts';

/** The picture of a game on its tile. It has no accessible name: the caller adds one. */
export function Scene({ of }: { of: string }) {
  const scene = TILES[of]?.scene;
  return (
    <span class={`scene ${clothOf(of)}`} aria-hidden="true">
      {scene !== undefined && <img src={scene} alt="" width="240" height="226" />}
    </span>
  );
}
