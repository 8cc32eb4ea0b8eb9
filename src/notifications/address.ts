import { lookup, Resolver } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

export interface Reach {
  /** the allowed URL schemes, with their colon */
  schemes: readonly string[];
  /** the allowed ports; null: all */
  ports: readonly number[] | null;
  /** Returns true if nothing may be sent to this IP address. */
  refuses(address: string): boolean;
  /** Returns the IP addresses of a name. Rejects if there is none. */
  resolve(name: string): Promise<string[]>;
}

export type PrivateAddresses = 'refuse' | 'allow';

/** The ports that receivers usually use. Other ports may belong to mail servers or databases. */
export const USUAL_PORTS: readonly number[] = [443, 8443];

/** `refuse`: only public addresses, with TLS and to `ports`. `allow`: any address and port, even without encryption. */
export function reachOf(privateAddresses: PrivateAddresses, ports = USUAL_PORTS): Reach {
  if (privateAddresses === 'allow') {
    return { schemes: ['https:', 'http:'], ports: null, refuses: () => false, resolve: resolveHere };
  }
  return { schemes: ['https:'], ports, refuses: (address) => !isPublic(address), resolve: resolvePublicly };
}

/** IPv4 networks that are not public, by IANA's registry of special-purpose addresses. */
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
/** Public IPv6 addresses are in 2000::/3. In this range, these networks are not public or contain IPv4 addresses. */
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

/** Returns an IP address without brackets, or a name without a dot at its end. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** Returns the URL without its fragment, or a sentence about its fault. Host names are checked at each delivery. */
export function checkedUrl(asked: string, reach: Reach): { ok: true; url: string } | { ok: false; fault: string } {
  const bad = (fault: string) => ({ ok: false as const, fault });
  if (!URL.canParse(asked)) return bad('The text is not an absolute URL.');
  const url = new URL(asked);
  const schemes = reach.schemes.map((scheme) => `${scheme}//`).join(' or ');
  if (!reach.schemes.includes(url.protocol)) return bad(`The URL must begin with ${schemes}.`);
  if (url.username !== '' || url.password !== '') return bad('The URL must not have a user name or a password.');
  if (refusesPort(reach, url)) return bad(`The URL must have port ${reach.ports?.join(' or ')}, not ${url.port}.`);
  const host = hostOf(url);
  const address = /(^|\.)localhost$/.test(host) ? '127.0.0.1' : host;
  if (isIP(address) !== 0 && reach.refuses(address)) return bad(`The address ${host} is not public.`);
  url.hash = '';
  return { ok: true, url: url.href };
}

const RESOLVER = { timeout: 2_000, tries: 2 };

/** Resolves a name by name servers only, because names that only this machine knows are not public. Unlike
 * `dns.lookup`, this occupies no thread of Node's pool. */
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
