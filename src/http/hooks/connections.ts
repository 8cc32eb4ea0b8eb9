import { BlockList, isIP, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { counted } from '#rules/kernel/tabletop/phrases.ts';
import { hostAddressOf, type Limits, OpenCounts } from '../limits.ts';
import { sendProblem } from '../problems/problem.ts';

/** A connection beyond the limit may send one request within this time, so that the answer can explain the refusal. */
const TOLD_WITHIN_MS = 2_000;
const ALL_BITS = { ipv4: 32, ipv6: 128 };

/** Of the connections of an address beyond the limit, this many get an explanation. The others are closed at once. */
const TOLD_AT_ONCE = 20;

/** Limits the connections of each address. Trusted proxies are exempt, because many callers share their connections. */
export function limitConnections(app: FastifyInstance, limits: Limits): void {
  const { connections, connectionsOfAddress } = limits;
  const isProxy = proxiesIn(limits.trustProxy);
  const ofAddress = new OpenCounts();
  let all = 0;
  const crowding = new WeakSet<Socket>();

  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const address = isProxy(remoteAddress) ? null : hostAddressOf(remoteAddress);
    const open = address === null ? 0 : ofAddress.at(address);
    if (all >= connections || open >= connectionsOfAddress + TOLD_AT_ONCE) return void socket.destroy();
    const count = (by: 1 | -1) => {
      all += by;
      if (address !== null) ofAddress.add(address, by);
    };
    count(1);
    socket.once('close', () => count(-1));
    if (open < connectionsOfAddress) return;
    crowding.add(socket);
    const timer = setTimeout(() => socket.destroy(), TOLD_WITHIN_MS);
    socket.once('close', () => clearTimeout(timer));
  });

  app.addHook('onRequest', (request, reply, done) => {
    if (!crowding.has(request.raw.socket)) return done();
    reply.header('connection', 'close');
    const detail = `This server accepts ${counted(connectionsOfAddress, 'connection')} from one address.`;
    sendProblem(request, reply, 'too-many-connections', { detail });
  });
}

/** Returns a test for trusted proxies. If the setting is a number, every address counts as that of a proxy. */
function proxiesIn(trustProxy: Limits['trustProxy']): (address: string) => boolean {
  if (trustProxy === false) return () => false;
  if (typeof trustProxy === 'number') return () => true;
  const list = new BlockList();
  for (const network of trustProxy) {
    const [address = '', bits] = network.split('/');
    const family = familyOf(address);
    list.addSubnet(address, bits === undefined ? ALL_BITS[family] : Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
