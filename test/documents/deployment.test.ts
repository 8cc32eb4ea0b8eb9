import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { SETTINGS } from '../../src/settings.ts';
import { hostsIn } from '../../src/store/primary.ts';
import { Nginx, withoutNginx } from '../faults/proxy.ts';

const text = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the deployment holds no password', () => {
  const compose = text('docker-compose.yml');
  const passwords = [...compose.matchAll(/^\s*\w*PASSWORD: (.*)$|:\/\/\w+:(.*)@/gm)].map(
    ([, named, inUrl]) => named ?? inUrl,
  );
  expect(passwords).toHaveLength(2);
  for (const password of passwords) expect(password).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
});

test.each(['docker-compose.yml', 'docker-compose.ha.yml'])(
  '%s seals secrets with a key that it does not contain',
  (file) => {
    expect(text(file)).toMatch(/^ +SECRETS_KEY: \$\{SECRETS_KEY:\?/m);
  },
);

test.each(['docker-compose.yml', 'docker-compose.ha.yml'])(
  '%s passes the settings of mail, links and operators on if they are set',
  (file) => {
    const compose = parse(text(file), { merge: true });
    const { environment } = compose['x-server'] ?? compose.services.croupier;
    const passedOn = Object.keys(environment).filter((name) => environment[name] === null);
    expect(passedOn).toEqual(['PUBLIC_URL', 'OPERATOR_TOKEN', 'SMTP_URL', 'MAIL_FROM']);
  },
);

test('the image has a selectable base, a user of its own and a health check', () => {
  const dockerfile = text('Dockerfile');
  expect(dockerfile.match(/^FROM (\S+)/gm)).toEqual([`FROM \${NODE_IMAGE}`, `FROM \${NODE_IMAGE}`]);
  for (const line of [/^USER node$/m, /^HEALTHCHECK .*\n.*\/readyz/m, /^CMD \["node", .*"dist\/src\/main\.js"\]$/m]) {
    expect(dockerfile).toMatch(line);
  }
});

test('the systemd unit starts and stops each server like the image and docker-compose.yml, on the port that names it', () => {
  const unit = text('deploy/croupier@.service');
  const [, command = ''] = /^CMD (\[.*\])$/m.exec(text('Dockerfile')) ?? [];
  expect(unit).toContain(`\nExecStart=/usr/bin/env PORT=%i ${JSON.parse(command).join(' ')}\n`);
  const [, seconds] = /stop_grace_period: (\d+)s/.exec(text('docker-compose.yml')) ?? [];
  expect(unit).toContain(`\nTimeoutStopSec=${seconds}\n`);
  for (const [, name = ''] of unit.matchAll(/^Environment=(.*)$/gm)) {
    for (const setting of name.split(' ')) expect(Object.keys(SETTINGS.properties)).toContain(setting.split('=')[0]);
  }
});

test.runIf(withoutNginx() === null)('nginx passes each 503 on, and keeps every server', async () => {
  let status = 200;
  const servers = await Promise.all(
    [1, 2].map(async () => {
      const server = createServer((_, answer) => {
        answer.writeHead(status, { 'content-type': 'application/problem+json', 'retry-after': '1' }).end('{}');
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      return server;
    }),
  );
  const proxy = await Nginx.before(
    servers.map((server) => ({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })),
  );
  status = 503;
  for (let calls = 0; calls < 6; calls++) {
    const answer = await fetch(`${proxy.url}/v1/games`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'application/problem+json']);
    expect(answer.headers.get('retry-after')).toBe('1');
  }
  status = 200;
  expect((await fetch(`${proxy.url}/healthz`)).status).toBe(200);
  await proxy.stop();
  for (const server of servers) server.close();
});

describe('the deployment with three databases', () => {
  const { services } = parse(text('docker-compose.ha.yml'), { merge: true });
  const nodes = Object.entries<any>(services).filter(([name]) => name.startsWith('postgres-'));

  test("names every host of the database to the servers, at nginx's addresses", () => {
    const servers = Object.entries<any>(services).filter(([name]) => name.startsWith('croupier-'));
    const asked = [...text('deploy/nginx.conf').matchAll(/^\s*server ([\d.]+):3000 /gm)].map(([, at]) => at);
    expect(servers.map(([, { networks }]) => networks.default.ipv4_address)).toEqual(asked);
    for (const [, { environment }] of servers) {
      const hosts = hostsIn(environment.DATABASE_URL.replace(/\$\{.*?\}/, 'password')).map(({ name }) => name);
      expect(hosts).toEqual(nodes.map(([name]) => `${name}:5432`));
    }
  });

  test('mounts the configuration that the fault program runs, with all its variables', () => {
    const patroni = text('deploy/ha/patroni.yml');
    expect(parse(patroni).bootstrap.dcs.synchronous_mode).toBe(true);
    const asked = [...(/from the environment:([\s\S]*?)\.\n/.exec(patroni)?.[1] ?? '').matchAll(/\b[A-Z][A-Z\d_]+\b/g)];
    expect(nodes).toHaveLength(3);
    for (const [name, { environment, volumes }] of nodes) {
      expect(volumes).toContain('./deploy/ha/patroni.yml:/etc/patroni/patroni.yml:ro');
      expect(Object.keys(environment).sort()).toEqual(asked.map(([variable]) => variable).sort());
      expect(environment.PATRONI_NAME).toBe(name);
      expect(environment.PATRONI_POSTGRESQL_CONNECT_ADDRESS).toBe(`${name}:5432`);
    }
  });

  test('has HAProxy check every host by the shipped file', () => {
    const { environment, volumes } = services.haproxy;
    expect(volumes).toEqual(['./deploy/ha/haproxy.cfg:/usr/local/etc/haproxy/haproxy.cfg:ro']);
    const asked = [...text('deploy/ha/haproxy.cfg').matchAll(/"\$\{(\w+)\}"/g)].map(([, variable]) => variable);
    expect(Object.keys(environment).sort()).toEqual(asked.sort());
    for (const [i, [name]] of nodes.entries()) expect(environment[`NODE_${i + 1}`]).toBe(`${name}:5432`);
    // HAProxy resolves names only at its start, so a node must keep its address when it is created again
    const addresses = nodes.map(([, { networks }]) => networks?.default.ipv4_address);
    expect(new Set(addresses).size).toBe(3);
    for (const address of addresses) expect(address).toMatch(/^172\.30\.83\.\d+$/);
  });

  test('holds no password', () => {
    const settings = nodes.flatMap(([, { environment }]) => Object.entries<string>(environment));
    const passwords = settings.filter(([variable]) => variable.endsWith('PASSWORD'));
    expect(passwords).toHaveLength(9);
    for (const [, password] of passwords) expect(password).toMatch(/^\$\{[A-Z]+_PASSWORD:\?\}$/);
  });
});
