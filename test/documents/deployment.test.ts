import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const text = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the proxy asks the servers at the addresses that docker-compose.yml gives them', () => {
  const servers = [...text('docker-compose.yml').matchAll(/croupier-\d+:\n.*\n.*ipv4_address: ([\d.]+)/g)].map(
    ([, at]) => at,
  );
  const asked = [...text('deploy/nginx.conf').matchAll(/^\s*server ([\d.]+):3000 /gm)].map(([, at]) => at);
  expect(servers).toHaveLength(3);
  expect(asked).toEqual(servers);
});

test('the deployment holds no password', () => {
  const compose = text('docker-compose.yml');
  const passwords = [...compose.matchAll(/^\s*\w*PASSWORD: (.*)$|:\/\/\w+:(.*)@/gm)].map(
    ([, named, inUrl]) => named ?? inUrl,
  );
  expect(passwords).toHaveLength(2);
  for (const password of passwords) expect(password).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
});

test('the image is built on a base that can be chosen, runs as a user of its own and knows when it is healthy', () => {
  const dockerfile = text('Dockerfile');
  expect(dockerfile.match(/^FROM (\S+)/gm)).toEqual([`FROM \${NODE_IMAGE}`, `FROM \${NODE_IMAGE}`]);
  for (const line of [/^USER node$/m, /^HEALTHCHECK .*\n.*\/readyz/m, /^CMD \["node", .*"dist\/main\.js"\]$/m]) {
    expect(dockerfile).toMatch(line);
  }
});
