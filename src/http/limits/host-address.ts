const GROUPS = 8;
const GROUPS_OF_A_NETWORK = 4;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * What stands for the host behind an IP address. Under IPv6 a host chooses among 2^64 addresses of its own, so that the
 * network, the first half of the address, is what tells hosts apart; an IPv4 address in IPv6 form is the IPv4 address.
 */
export function hostAddressOf(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [start = '', end] = address.toLowerCase().split('%', 1).join('').split('::');
  const head = groupsIn(start);
  const tail = groupsIn(end ?? '');
  const zeros = new Array<string>(Math.max(0, GROUPS - head.length - tail.length)).fill('0');
  const network = [...head, ...(end === undefined ? [] : zeros), ...tail].slice(0, GROUPS_OF_A_NETWORK);
  return `${network.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}

function groupsIn(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
