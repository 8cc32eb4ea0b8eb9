interface Tile {
  cloth: string;
  scene: string;
}

export const TILES: Readonly<Record<string, Tile | undefined>> = {
  'pascals-ruin': { cloth: 'ruin', scene: new URL('./tiles/pascals-ruin.svg', import.meta.url).href },
  'champions-of-chance': {
    cloth: 'champions',
    scene: new URL('./tiles/champions-of-chance.svg', import.meta.url).href,
  },
  'folly-and-fortune': { cloth: 'folly', scene: new URL('./tiles/folly-and-fortune.svg', import.meta.url).href },
  pascal: { cloth: 'pascal', scene: new URL('./tiles/pascal.svg', import.meta.url).href },
  'pokers-rogue-reckoning': {
    cloth: 'rogue',
    scene: new URL('./tiles/pokers-rogue-reckoning.svg', import.meta.url).href,
  },
};

export const clothOf = (ruleset: string) => `cloth ${TILES[ruleset]?.cloth ?? ''}`;
