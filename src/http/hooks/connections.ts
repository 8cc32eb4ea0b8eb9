import { BlockList, isIP, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { counted } from '#rules/kernel/tabletop/phrases.ts';
import { hostAddressOf, type Limits, OpenCounts } from '../limits.ts';
import { sendProblem } from '../problems/problem.ts';

/** A connection beyond the limit gets this much time to send a request; the answer explains the refusal. */
const TOLD_WITHIN_MS = 2_000;
const ALL_BITS = { ipv4: 32, ipv6: 128 };

/** How many connections of an address beyond the limit get an explanation. Further ones are closed at once. */
const TOLD_AT_ONCE = 20;

/** Limits the connections of each address, except for trusted proxies: they carry the connections of many. */
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

/** If the setting is a number of trusted proxies, every connection comes from one. */
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
