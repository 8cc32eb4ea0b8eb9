/** The layers of `src`, top to bottom: each folder may import from those of the layers below its own. */
export const LAYERS = [
  ['http', 'cli', 'admin'],
  ['accounts', 'seeks', 'analyses', 'ratings', 'competitions', 'games', 'players', 'notifications'],
  ['eventlog', 'statistics', 'store'],
];

/** The other folders of its own layer that a folder may import. */
export const BESIDE = {
  http: ['admin'],
  cli: ['http', 'admin'],
  accounts: ['seeks', 'analyses', 'ratings', 'competitions', 'games', 'players'],
  seeks: ['ratings', 'games', 'players'],
  analyses: ['games', 'players'],
  ratings: ['games'],
  competitions: ['games', 'players'],
  games: ['players'],
  notifications: ['games'],
  eventlog: ['store'],
};

/** The ranks of one folder, top to bottom. A part of a rank may import only parts of lower ranks. */
export const ROOMS = {
  'src/http': [
    ['app'],
    ['resources'],
    ['server'],
    ['documentation'],
    ['answers'],
    ['hooks'],
    ['validators', 'readiness', 'metrics', 'schemas', 'limits', 'mcp'],
    ['problems'],
  ],
  'src/games': [
    ['chat'],
    ['game-service'],
    ['fairness', 'search', 'plans'],
    ['commands', 'queries'],
    ['daily'],
    ['runtime'],
    ['model'],
  ],
  'src/competitions': [
    ['competitions'],
    ['transcript', 'estimates'],
    ['director', 'commands', 'queries'],
    ['runtime'],
    ['formats'],
    ['model'],
  ],
  'src/store': [
    ['copy-database', 'seal-database'],
    ['embedded', 'postgres'],
    ['store'],
    ['db'],
    ['sealing'],
    ['failures'],
  ],
  'rules/kernel': [
    ['playthrough'],
    ['search'],
    ['tabletop'],
    ['play', 'replay', 'chain', 'schema'],
    ['draws', 'ruleset'],
    ['chance', 'json', 'hints', 'pointer'],
  ],
};

const TREES = '^(src|rules|lab|web|clients|test|bench|scripts|examples)/';
/** The rules, and the code that verifies a game by them. The client package and the pages contain both. */
const VERIFIER = ['rules/', 'src/games/(fairness/verification|model/verdict)\\.ts$'];

const foldersFor = (folder, layer) => [folder, ...(BESIDE[folder] ?? []), ...LAYERS.slice(layer + 1).flat()];
const ofService = LAYERS.flatMap((folders, layer) => {
  const files = layer === 0 ? 'src/[^/]+\\.ts$' : 'src/(patterns|places)\\.ts$';
  return folders.map((folder) => [
    `src/${folder}/`,
    [`src/(${foldersFor(folder, layer).join('|')}|generated)/`, files, folder === 'store' ? 'rules/kernel/' : 'rules/'],
  ]);
});

/** What the files below a path may import, as patterns. */
const MAY_USE = [
  ['rules/', ['rules/']],
  ...ofService,
  ['src/[^/]+\\.ts$', ['src/', 'rules/']],
  ['lab/training/(?!env\\.ts)', ['lab/training/', 'rules/']],
  ['lab/(?!training/)|lab/training/env\\.ts', ['lab/', 'src/', 'rules/']],
  ['clients/typescript/', ['clients/typescript/', ...VERIFIER]],
  ['web/(?!src/verify/)', ['web/', 'clients/', 'rules/kernel/(due-hint|durations|isolated|search/bots)\\.ts$']],
  ['web/src/verify/', ['web/', 'clients/', ...VERIFIER]],
];

const uses = MAY_USE.map(([path, others]) => ({
  name: `what-${path.replace(/[^a-z]+/g, '-').replace(/^-|-$/g, '')}-may-use`,
  severity: 'error',
  from: { path: `^(${path})` },
  to: { path: TREES, pathNot: `^(${others.join('|')})` },
}));

const rooms = Object.entries(ROOMS).flatMap(([folder, floors]) =>
  floors.flatMap((floor, i) =>
    floor.map((room) => ({
      name: `${room}-in-${folder.replace('/', '-')}-imports-downward-only`,
      severity: 'error',
      from: { path: `^${folder}/${room}[./]` },
      to: {
        path: `^${folder}/(${floors
          .slice(0, i + 1)
          .flat()
          .filter((other) => other !== room)
          .join('|')})[./]`,
      },
    })),
  ),
);

const special = [
  {
    name: 'no-cycles',
    from: { pathNot: '^src/generated' },
    to: { circular: true },
  },
  {
    name: 'what-verifies-is-pure',
    comment: 'No clock, no file, no network. What hashes uses the runtime; browsers have another module in its place.',
    from: {
      path: '^rules/|^src/games/(model/|fairness/(verification|log-validation|transcript))',
      pathNot: '^rules/kernel/hashing\\.ts$|^src/games/model/participants\\.ts$',
    },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'rules-know-themselves-and-the-kernel',
    comment: 'Games are independent of each other, and so are the versions of one. The kernel knows none of them.',
    from: { path: '^rules/([^/]+/versions/[^/]+|[^/]+)/', pathNot: '^rules/generated/' },
    to: { path: '^rules/', pathNot: ['^rules/$1/(?!versions/)', '^rules/kernel/'] },
  },
  {
    name: 'the-database-stays-in-the-store',
    from: { path: '^(src|lab)/', pathNot: '^src/(store|generated/prisma)' },
    to: { path: '(^src/generated/prisma|node_modules/(@prisma|pg|postgres|@electric-sql)/)' },
  },
  {
    name: 'fastify-stays-in-http',
    from: { path: '^(src|lab)/', pathNot: '^src/http' },
    to: { path: 'node_modules/(fastify|@fastify)' },
  },
  {
    name: 'what-calls-the-service-verifies-nothing',
    comment:
      'Pages take it into their first script, and neither rules nor hashing are for that: only how choices are written out.',
    from: { path: '^clients/typescript/src/[^/]+$', pathNot: '/(croupier-client|webhook|hashing)\\.ts$' },
    to: { path: '^(clients/typescript/src/(rules/|hashing)|src/|rules/)', pathNot: '/(verdict|choices)\\.ts$' },
  },
];

const ofPages = [
  {
    name: 'the-core-of-the-pages-draws-nothing',
    from: { path: '^web/src/core/' },
    to: { path: '^web/src/(auto|tables|pages|parts|art)/' },
  },
  {
    name: 'a-table-knows-no-other-table',
    from: { path: '^web/src/tables/([^/]+)/' },
    to: { path: '^web/src/(tables/(?!$1/)|pages/)' },
  },
];

export default {
  forbidden: [...uses, ...rooms, ...[...special, ...ofPages].map((rule) => ({ ...rule, severity: 'error' }))],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
