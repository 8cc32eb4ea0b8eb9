import { BlockList, isIP, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { counted } from '#rules/kernel/tabletop/phrases.ts';
import { hostAddressOf, type Limits, OpenCounts } from '../limits.ts';
import { sendProblem } from '../problems/problem.ts';

/** Time for an excess connection to send a request, whose answer explains the refusal. */
const TOLD_WITHIN_MS = 2_000;
const ALL_BITS = { ipv4: 32, ipv6: 128 };

/** A trusted proxy has no share, because it carries the connections of many. */
export function limitConnections(app: FastifyInstance, limits: Limits): void {
  const shares = new ConnectionShares(limits);
  const isProxy = proxiesIn(limits.trustProxy);
  const crowding = new WeakSet<Socket>();

  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const address = isProxy(remoteAddress) ? null : hostAddressOf(remoteAddress);
    const admission = shares.admit(address);
    if (admission === 'closed') return void socket.destroy();
    socket.once('close', () => shares.leave(address));
    if (admission === 'open') return;
    crowding.add(socket);
    const timer = setTimeout(() => socket.destroy(), TOLD_WITHIN_MS);
    socket.once('close', () => clearTimeout(timer));
  });

  app.addHook('onRequest', (request, reply, done) => {
    if (!crowding.has(request.raw.socket)) return done();
    reply.header('connection', 'close');
    const detail = `This server accepts ${counted(limits.connectionsOfAddress, 'connection')} from one address.`;
    sendProblem(request, reply, 'too-many-connections', { detail });
  });
}

/** With a number of trusted proxies, every connection comes from one. */
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

/** Excess connections of an address that get an explanation; further ones are closed at once. */
const TOLD_AT_ONCE = 20;

/** `told`: accepted only to answer its first request with `too-many-connections`. `closed`: refused. */
type Admission = 'open' | 'told' | 'closed';

interface ConnectionLimits {
  connections: number;
  connectionsOfAddress: number;
}

class ConnectionShares {
  readonly #most: ConnectionLimits;
  readonly #ofAddress = new OpenCounts();
  #all = 0;

  constructor(most: ConnectionLimits) {
    this.#most = most;
  }

  /** Call `leave` at the connection's end, unless `closed`. `address` null: no share. */
  admit(address: string | null): Admission {
    const { connections, connectionsOfAddress } = this.#most;
    if (this.#all >= connections) return 'closed';
    const open = address === null ? 0 : this.#ofAddress.at(address);
    if (open >= connectionsOfAddress + TOLD_AT_ONCE) return 'closed';
    this.#count(address, 1);
    return open < connectionsOfAddress ? 'open' : 'told';
  }

  leave(address: string | null): void {
    this.#count(address, -1);
  }

  #count(address: string | null, by: 1 | -1): void {
    this.#all += by;
    if (address !== null) this.#ofAddress.add(address, by);
  }
}
