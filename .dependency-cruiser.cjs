// One direction of dependency, top to bottom: each layer may import only from those below it.
const LAYERS = [
  'src/(main|config)\\.ts',
  'src/cli',
  'src/http',
  'src/games',
  'src/players',
  'src/webhooks',
  'src/store',
  'src/rulesets',
  'src/kernel',
];

const upward = LAYERS.slice(1).map((layer, i) => ({
  name: `${layer.replace('src/', '')}-imports-downward-only`,
  severity: 'error',
  from: { path: `^${layer}` },
  to: { path: `^(${LAYERS.slice(0, i + 1).join('|')})` },
}));

module.exports = {
  forbidden: [
    ...upward,
    {
      name: 'no-cycles',
      severity: 'error',
      from: { pathNot: '^src/generated' },
      to: { circular: true },
    },
    {
      name: 'a-ruleset-knows-itself-and-the-kernel',
      comment: 'Rulesets are independent of each other and of everything around them.',
      severity: 'error',
      from: { path: '^src/rulesets/([^/]+)/' },
      to: { path: '^src/', pathNot: ['^src/rulesets/$1/', '^src/kernel/'] },
    },
    {
      name: 'the-store-knows-no-rulesets',
      severity: 'error',
      from: { path: '^src/store' },
      to: { path: '^src/rulesets' },
    },
    {
      name: 'prisma-stays-in-the-store',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/(store|generated)' },
      to: { path: '(^src/generated|node_modules/(@prisma|pg|@electric-sql))' },
    },
    {
      name: 'fastify-stays-in-http',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/http' },
      to: { path: 'node_modules/(fastify|@fastify)' },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { path: '^src' },
      to: { path: '^(test|bench|examples)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.js', '.mjs', '.json'],
    },
  },
};
