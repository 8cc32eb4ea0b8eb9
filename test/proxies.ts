import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from './kept-program.ts';
import { PATIENCE } from './patience.ts';

type Settings = (folder: string, port: number, service: string) => { args: string[]; config: string };

const PROXIES: Record<string, Settings> = {
  nginx: (folder, port, service) => ({
    args: ['-p', folder, '-e', 'stderr', '-c', join(folder, 'config')],
    config: `daemon off; master_process off; pid ${folder}/pid; events {}
      http { access_log off; client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
        uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
        server { listen 127.0.0.1:${port}; location /croupier/ { proxy_pass ${service}/; proxy_redirect off; proxy_buffering off; }
          location / { return 404; } } }`,
  }),
  caddy: (folder, port, service) => ({
    args: ['run', '--adapter', 'caddyfile', '--config', join(folder, 'config')],
    config: `{\n admin off\n auto_https off\n}\nhttp://127.0.0.1:${port} {\n handle_path /croupier/* {\n reverse_proxy ${service}\n }\n respond 404\n}\n`,
  }),
  haproxy: (folder, port, service) => ({
    args: ['-db', '-f', join(folder, 'config')],
    config: `defaults
  mode http
  option http-no-delay
  timeout connect 3s
  timeout client 75s
  timeout server 75s
frontend below
  bind 127.0.0.1:${port}
  http-request return status 404 unless { path_beg /croupier/ }
  http-request replace-path /croupier(/.*) \\1
  default_backend croupier
backend croupier
  server one ${new URL(service).host}
`,
  }),
};

export const PROXIES_HERE = Object.keys(PROXIES).filter((name) => findProgram(name) !== null);
export const PROXIES_MISSING = Object.keys(PROXIES).filter((name) => findProgram(name) === null);

export interface Proxy {
  url: string;
  stop(): Promise<void>;
}

export async function startProxy(name: string, port: number, service: string): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'croupier-proxy-'));
  const { args, config } = (PROXIES[name] as Settings)(folder, port, service);
  writeFileSync(join(folder, 'config'), config);
  const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
  const child = spawn(findProgram(name) ?? name, args, { env, stdio: 'ignore' });
  const stop = async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
    rmSync(folder, { recursive: true });
  };
  const url = `http://127.0.0.1:${port}/croupier/`;
  const patience = performance.now() + PATIENCE.timeout;
  while (!(await isServed(url))) {
    if (performance.now() < patience) await sleep(50);
    else {
      await stop();
      throw new Error(`${name} does not lead to the service`);
    }
  }
  return { url, stop };
}

async function isServed(url: string): Promise<boolean> {
  return fetch(`${url}healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
