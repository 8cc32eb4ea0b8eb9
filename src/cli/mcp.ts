#!/usr/bin/env node
// Runs an MCP server over standard input and output: see docs/mcp.md.
import { parseArgs } from 'node:util';
import { packageVersion } from '../places.ts';
import { refuseUnknownFlags } from './flags.ts';

const USAGE = `Usage: croupier-mcp [--url http://127.0.0.1:3000] [--version]
Serves the Model Context Protocol on standard input and output, for the service at --url (default: CROUPIER_URL).
CROUPIER_TOKEN is the token of the player; without it the model registers a new player.`;

refuseUnknownFlags(process.argv.slice(2), ['--url', '--version', '--help']);
const { values } = parseArgs({
  options: {
    url: { type: 'string', default: process.env.CROUPIER_URL ?? 'http://127.0.0.1:3000' },
    version: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
const version = packageVersion();
if (values.help || values.version) {
  console.log(values.help ? USAGE : version);
  process.exit(0);
}
if (!/^https?:\/\//.test(values.url) || !URL.canParse(values.url)) {
  console.error(
    `--url must be the address of a service, like https://play.example, not ${JSON.stringify(values.url)}.`,
  );
  process.exit(2);
}
const [{ serveStdio }, { mcpServer }, { RemoteService }] = await Promise.all([
  import('@modelcontextprotocol/server/stdio'),
  import('../http/mcp/server.ts'),
  import('../http/mcp/remote-service.ts'),
]);
const house = new RemoteService({ url: values.url, token: process.env.CROUPIER_TOKEN || null });
serveStdio(() => mcpServer(house, version), {
  onerror: (error) => console.error(`croupier-mcp: ${error.message}`), // writes errors to standard error, because standard output carries the protocol
});
