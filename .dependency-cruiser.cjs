/** What each tree may use beside itself, as patterns; `web` and the client package are told apart below. */
const MAY_USE = {
  rules: [],
  src: ['rules/'],
  lab: ['src/', 'rules/'],
};

// In `src` one direction of dependency, top to bottom: each floor may import only from those below it.
const FLOORS = [
  'src/(main|serve|fail|config|settings|database)\\.ts',
  'src/cli',
  'src/http',
  'src/house\\.ts',
  'src/mcp',
  'src/admin',
  'src/accounts',
  'src/seeks',
  'src/analyses',
  'src/ratings',
  'src/competitions',
  'src/games',
  'src/players',
  'src/notices',
  'src/webhooks',
  'src/requests',
  'src/store',
  'src/standings',
];

/** The rooms of one folder, as floors of their own; those side by side on a floor do not know each other. */
const ROOMS = {
  'src/http': [
    ['app.ts', 'house-gauges.ts'],
    ['routes'],
    ['documentation'],
    ['hooks', 'answers'],
    ['validators.ts', 'readiness.ts', 'metrics.ts', 'request-ids.ts', 'schemas', 'limits'],
    ['problems'],
  ],
  'src/games': [
    ['chat'],
    ['game-service.ts'],
    ['fairness', 'search', 'plans'],
    ['commands', 'queries'],
    ['daily'],
    ['runtime'],
    ['model'],
  ],
  'src/competitions': [
    ['competitions.ts'],
    ['transcript', 'estimates'],
    ['director', 'commands', 'queries'],
    ['runtime'],
    ['formats'],
    ['model'],
  ],
  'src/store': [['copy-database.ts', 'seal-database.ts'], ['embedded'], ['postgres'], ['contract']],
  'rules/kernel': [
    ['playthrough.ts'],
    ['search'],
    ['tabletop'],
    ['(play|replay|frozen|chain|schema)\\.ts'],
    ['(draws|ruleset)\\.ts'],
    ['chance.ts', 'json.ts', 'hints.ts', 'pointer.ts'],
  ],
};

/** Rules, chance, and what holds a game against them: the client package and the pages are built with these. */
const VERIFIER = '^rules/|^src/games/(fairness/verification|model/verdict)\\.ts$';

const asFloor = (floor) => [floor].flat();
const names = (paths) => paths.map((path) => path.replace('src/', '').replace('\\.ts', '').replace('.ts', ''));

const downward = (floors) =>
  floors.slice(1).map((floor, i) => ({
    name: `${names(floor).join('-and-')}-import-downward-only`,
    severity: 'error',
    from: { path: `^(${floor.join('|')})` },
    to: {
      path: `^(${floors
        .slice(0, i + 1)
        .flat()
        .join('|')})`,
    },
  }));

const strangers = (floors) =>
  floors
    .filter((floor) => floor.length > 1)
    .flatMap((floor) =>
      floor.map((room) => ({
        name: `${names([room])}-knows-no-room-beside-it`,
        severity: 'error',
        from: { path: `^${room}` },
        to: { path: `^(${floor.filter((other) => other !== room).join('|')})` },
      })),
    );

const inside = Object.entries(ROOMS).flatMap(([folder, rooms]) => {
  const floors = rooms.map((floor) => floor.map((room) => `${folder}/${room}`));
  return [...downward(floors), ...strangers(floors)];
});

module.exports = {
  forbidden: [
    ...downward(FLOORS.map(asFloor)),
    ...strangers(FLOORS.map(asFloor)),
    ...inside,
    {
      name: 'no-cycles',
      severity: 'error',
      from: { pathNot: '^src/generated' },
      to: { circular: true },
    },
    ...Object.entries(MAY_USE).map(([tree, others]) => ({
      name: `${tree}-uses-${['itself', ...others].join('-and-').replaceAll('/', '')}`,
      severity: 'error',
      from: { path: `^${tree}/` },
      to: {
        path: '^(src|rules|lab|web|clients|test|bench|scripts|examples)/',
        pathNot: `^(${[`${tree}/`, ...others].join('|')})`,
      },
    })),
    {
      name: 'rules-are-pure',
      comment:
        'No clock, no file, no network. What hashes uses the runtime; browsers have another module in its place.',
      severity: 'error',
      from: { path: '^rules/', pathNot: '^rules/kernel/hashing\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'the-kernel-knows-no-ruleset',
      severity: 'error',
      from: { path: '^rules/kernel/' },
      to: { path: '^rules/', pathNot: '^rules/kernel/' },
    },
    {
      name: 'a-ruleset-knows-itself-and-the-kernel',
      comment: 'Rulesets are independent of each other and of everything around them.',
      severity: 'error',
      from: { path: '^rules/([^/]+)/', pathNot: '^rules/(kernel|generated)/' },
      to: { path: '^rules/', pathNot: ['^rules/$1/', '^rules/kernel/'] },
    },
    {
      name: 'an-older-version-knows-itself-and-the-kernel',
      comment:
        'What was frozen must not change with what is not: neither the newest rules nor those of another version.',
      severity: 'error',
      from: { path: '^rules/([^/]+)/versions/([^/]+)/' },
      to: { path: '^rules/', pathNot: ['^rules/$1/versions/$2/', '^rules/kernel/'] },
    },
    {
      name: 'the-newest-rules-know-no-older-version',
      severity: 'error',
      from: { path: '^rules/[^/]+/', pathNot: '^rules/([^/]+/versions|generated)/' },
      to: { path: '^rules/[^/]+/versions/' },
    },
    {
      name: 'training-knows-rules-alone',
      comment: 'What is trained in it at the speed of the rules needs neither a store nor a service.',
      severity: 'error',
      from: { path: '^lab/training/', pathNot: '/env\\.ts$' },
      to: { path: '^(src|lab)/', pathNot: '^lab/training/' },
    },
    {
      name: 'the-store-knows-no-rulesets',
      severity: 'error',
      from: { path: '^src/store' },
      to: { path: '^rules/', pathNot: '^rules/kernel/' },
    },
    {
      name: 'the-database-stays-in-the-store',
      severity: 'error',
      from: { path: '^(src|lab)/', pathNot: '^src/(store|generated/prisma)' },
      to: { path: '(^src/generated/prisma|node_modules/(@prisma|pg|postgres|@electric-sql)/)' },
    },
    {
      name: 'fastify-stays-in-http',
      severity: 'error',
      from: { path: '^(src|lab)/', pathNot: '^src/http' },
      to: { path: 'node_modules/(fastify|@fastify)' },
    },
    {
      name: 'the-client-knows-only-itself',
      comment: 'It is a package of its own, into which rules, chance and the verifier are copied.',
      severity: 'error',
      from: { path: '^clients/typescript/' },
      to: { path: '^(src|rules|lab|web)/', pathNot: VERIFIER },
    },
    {
      name: 'what-calls-the-service-verifies-nothing',
      comment:
        'Pages take it into their first script, and neither rules nor hashing are for that: only how choices are written out.',
      severity: 'error',
      from: { path: '^clients/typescript/src/[^/]+$', pathNot: '/(croupier-client|webhook|hashing)\\.ts$' },
      to: { path: '^(clients/typescript/src/(rules/|hashing)|src/|rules/)', pathNot: '/(verdict|choices)\\.ts$' },
    },
    {
      name: 'what-verifies-runs-in-browsers',
      comment: 'Vite puts another module in the place of that for hashing.',
      severity: 'error',
      from: {
        path: '^src/games/model/|^src/games/fairness/(verification|log-validation|transcript|client-seeds)',
        pathNot: '/(invite-code|participants)\\.ts$',
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'pages-know-the-service-by-its-api',
      severity: 'error',
      from: { path: '^web/', pathNot: '^web/src/verify/' },
      to: { path: '^(src|rules|lab)/', pathNot: '^rules/kernel/isolated\\.ts$' },
    },
    {
      name: 'the-page-that-verifies-knows-rules-and-chance',
      severity: 'error',
      from: { path: '^web/src/verify/' },
      to: { path: '^(src|rules|lab)/', pathNot: VERIFIER },
    },
    {
      name: 'the-core-of-the-pages-draws-nothing',
      severity: 'error',
      from: { path: '^web/src/core/' },
      to: { path: '^web/src/(auto|tables|pages|parts|art)/' },
    },
    {
      name: 'a-table-knows-no-other-table',
      severity: 'error',
      from: { path: '^web/src/tables/([^/]+)/' },
      to: { path: '^web/src/(tables/(?!$1/)|pages/)' },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { path: '^(clients|web)' },
      to: { path: '^(test|bench|examples)' },
    },
  ],
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
