import type { Viewer } from '#rules/kernel/ruleset.ts';
import { goesAlong, isSameWith, liesThere } from './coupling.ts';
import type { Feature } from './features.ts';
import { eyesOn } from './looks.ts';
import { bytes, type Law, named, type Position } from './position.ts';
import { remembered } from './remembered.ts';
import { type Link, SceneTable, type Source } from './scene-table.ts';
import { type Scene, Scenes } from './scenes.ts';

// An event may reveal hidden facts that play makes public, and no others. These laws repeat the last step in many
// positions that look the same to a viewer. What the viewer then learns must not match the hidden facts of the real
// position better than those of a position dealt anew. See docs/decisions/hidden-information.md.

/** For each round: the number of repetitions, and by how many standard errors a link between an event and a hidden fact
 * must exceed coincidence to reach the next round. Only the last round decides. */
const ROUNDS = [
  { scenes: 16, excess: 1.8 },
  { scenes: 64, excess: 2.8 },
  { scenes: 200, excess: 4.2 },
  { scenes: 640, excess: 6 },
] as const;

const drawn = remembered((at: Position, viewer: Viewer) => {
  const scenes = new Scenes(at, viewer);
  return { scenes, first: scenes.draw(ROUNDS[0].scenes) };
});

/** `find` lists possible links of events to hidden facts; `comparable` selects scenes (repetitions) to test them. */
interface Search {
  find(table: SceneTable): Iterable<Link>;
  comparable(scenes: readonly Scene[]): readonly Scene[];
}

function linkIn(at: Position, viewer: Viewer, { find, comparable }: Search): Link | null {
  const { scenes, first } = drawn(at, viewer);
  let links: Link[] | null = null;
  for (const [round, { scenes: count, excess }] of ROUNDS.entries()) {
    const table = new SceneTable(comparable(round === 0 ? first : scenes.draw(count)));
    const holding: Link[] = [];
    for (const link of links ?? find(table)) if (table.excess(link) > excess) holding.push(link);
    links = holding;
    if (links.length === 0) return null;
  }
  return links?.[0] ?? null;
}

function lawOf(name: string, search: Search, complain: (viewer: string, link: Link) => string): Law {
  return {
    name,
    complaint(at) {
      for (const viewer of eyesOn(at, '')) {
        const link = linkIn(at, viewer, search);
        if (link !== null) return complain(named(viewer), link);
      }
      return null;
    },
  };
}

function newsIn(table: SceneTable): Source[] {
  const sourcesIn = (of: keyof Scene) => table.featuresOf(of).leaves.map((feature): Source => ({ of, feature }));
  const varying = sourcesIn('told').filter((source) => table.varies(source));
  if (varying.length === 0) return [];
  const course = (source: Source) => bytes(table.column(source).ranks);
  const shown = new Set(sourcesIn('seen').map(course));
  const news = new Map(varying.map((source) => [course(source), source]));
  return [...news].filter(([ranks]) => !shown.has(ranks)).map(([, source]) => source);
}

function* linksToNews(table: SceneTable): Iterable<Link> {
  if (table.scenes.every(({ truth, world }) => truth === world)) return;
  const news = newsIn(table);
  if (news.length === 0) return;
  const { leaves, lists } = table.featuresOf('truth');
  const isHidden = (feature: Feature) => {
    const world = table.column({ of: 'world', feature }).values;
    return table.column({ of: 'truth', feature }).values.some((value, i) => value !== world[i]);
  };
  const hidden = leaves.filter(isHidden);
  const hiding = lists.filter(({ path }) => hidden.some((leaf) => leaf.path.startsWith(path.slice(0, -'any'.length))));
  for (const told of news) {
    const to = (feature: Feature) => ({
      told,
      truth: { of: 'truth', feature } as const,
      world: { of: 'world', feature } as const,
    });
    for (const feature of hidden) {
      yield { ...to(feature), measure: goesAlong };
      yield { ...to(feature), measure: isSameWith };
    }
    for (const feature of hiding) yield { ...to(feature), measure: liesThere };
  }
}

function* linksToWorlds(table: SceneTable): Iterable<Link> {
  for (const feature of table.featuresOf('truth').leaves) {
    const told = { of: 'world', feature } as const;
    const truth = { of: 'truth', feature } as const;
    if (table.varies(told) && table.varies(truth)) yield { told, truth, world: null, measure: goesAlong };
  }
}

function inPairsToldTheSame(scenes: readonly Scene[]): Scene[] {
  const waiting = new Map<string, Scene>();
  return scenes.flatMap((scene) => {
    const all = bytes([scene.told, scene.seen]);
    const mate = waiting.get(all);
    if (mate === undefined) waiting.set(all, scene);
    else waiting.delete(all);
    return mate === undefined ? [] : [mate, scene];
  });
}

const newsGivesNothingAway: Law = lawOf(
  'leak law: news fits worlds as well as the truth',
  { find: linksToNews, comparable: (scenes) => scenes },
  (viewer, { told, truth }) =>
    `${viewer} is told ${told.feature.path}, from which follows something of ${truth.feature.path}, which is hidden`,
);

const worldsGiveNothingAway: Law = lawOf(
  'leak law: worlds keep nothing hidden',
  { find: linksToWorlds, comparable: inPairsToldTheSame },
  (viewer, { truth }) => `worlds for ${viewer} keep something of ${truth.feature.path}, of which nothing is told`,
);

export const SCENE_LAWS: readonly Law[] = [newsGivesNothingAway, worldsGiveNothingAway];
