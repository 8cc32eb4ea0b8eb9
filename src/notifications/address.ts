import { lookup, Resolver } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

export interface Reach {
  /** URL schemes with their colon */
  schemes: readonly string[];
  /** null: all ports */
  ports: readonly number[] | null;
  /** True if nothing may be sent to this IP address. */
  refuses(address: string): boolean;
  /** Resolves the addresses of a name. Rejects if it has none. */
  resolve(name: string): Promise<string[]>;
}

export type PrivateAddresses = 'refuse' | 'allow';

/** Ports that receivers usually have; others may be those of mail servers or databases. */
export const USUAL_PORTS: readonly number[] = [443, 8443];

/** `refuse`: only public addresses, over TLS and to `ports`. `allow`: any address and port, also without encryption. */
export function reachOf(privateAddresses: PrivateAddresses, ports = USUAL_PORTS): Reach {
  if (privateAddresses === 'allow') {
    return { schemes: ['https:', 'http:'], ports: null, refuses: () => false, resolve: resolveHere };
  }
  return { schemes: ['https:'], ports, refuses: (address) => !isPublic(address), resolve: resolvePublicly };
}

/** IPv4 networks that are not public, from IANA's registry of special-purpose addresses. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared behind carriers' NAT
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // a public address, but on Azure the host of the virtual machine
  '169.254.0.0/16', // link-local
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // relays from 6to4
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
];
/** Public IPv6 addresses begin with 2000::/3. So do these networks, but they are not public or contain IPv4
 * addresses. */
const SPECIAL_IPV6 = [
  '2001::/23', // protocol assignments, Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '3fff::/20', // documentation
];

const PUBLIC_IPV6 = listOf(['2000::/3'], 'ipv6');
const SPECIAL = { 4: listOf(SPECIAL_IPV4, 'ipv4'), 6: listOf(SPECIAL_IPV6, 'ipv6') };

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

export function isPublic(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !SPECIAL[4].check(address, 'ipv4');
  return family === 6 && PUBLIC_IPV6.check(address, 'ipv6') && !SPECIAL[6].check(address, 'ipv6');
}

const DEFAULT_PORTS: Record<string, number> = { 'https:': 443, 'http:': 80 };

export function refusesPort({ ports }: Reach, { port, protocol }: URL): boolean {
  return ports !== null && !ports.includes(port === '' ? (DEFAULT_PORTS[protocol] ?? 0) : Number(port));
}

/** Returns an IP address without brackets, or a name without the dot at its end. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** Returns the URL without its fragment, or what is wrong with it. The address of the host is checked with each
 * attempt. */
export function checkedUrl(asked: string, reach: Reach): { ok: true; url: string } | { ok: false; fault: string } {
  const bad = (fault: string) => ({ ok: false as const, fault });
  if (!URL.canParse(asked)) return bad('This is not an absolute URL.');
  const url = new URL(asked);
  const schemes = reach.schemes.map((scheme) => `${scheme}//`).join(' or ');
  if (!reach.schemes.includes(url.protocol)) return bad(`The URL has to begin with ${schemes}.`);
  if (url.username !== '' || url.password !== '') return bad('The URL must hold no user name and no password.');
  if (refusesPort(reach, url)) return bad(`What the house sends goes to port ${reach.ports?.join(' or ')} alone.`);
  const host = hostOf(url);
  const address = /(^|\.)localhost$/.test(host) ? '127.0.0.1' : host;
  if (isIP(address) !== 0 && reach.refuses(address)) return bad(`${host} is not a public address.`);
  url.hash = '';
  return { ok: true, url: url.href };
}

const RESOLVER = { timeout: 2_000, tries: 2 };

/** Asks only name servers, because names that only this machine knows are not public. Waiting takes no thread of the
 * pool. */
async function resolvePublicly(name: string): Promise<string[]> {
  const resolver = new Resolver(RESOLVER);
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const [first] = answers;
  if (addresses.length === 0) throw first?.status === 'rejected' ? first.reason : new Error(`${name} has no address`);
  return addresses;
}

async function resolveHere(name: string): Promise<string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}
