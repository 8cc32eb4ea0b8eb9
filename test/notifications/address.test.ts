import { describe, expect, test } from 'vitest';
import { hostOf, isPublic, reachOf } from '../../src/notifications/address.ts';

describe('a rejected address', () => {
  test.each([
    ['unspecified', '0.0.0.0', '0.255.255.255', '::'],
    ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
    ['private', '10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
    ['link-local', '169.254.169.254', '169.254.0.1', 'fe80::1', 'febf::1', 'fe80::1%eth0'],
    ['unique local', 'fc00::1', 'fd00:ec2::254', 'fdff:ffff::1'],
    ['site-local', 'fec0::1'],
    ['behind a carrier’s NAT', '100.64.0.1', '100.100.100.200', '100.127.255.255'],
    ['multicast', '224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
    ['broadcast or reserved', '240.0.0.1', '255.255.255.255'],
    ['for documentation', '192.0.2.1', '198.51.100.1', '203.0.113.255', '2001:db8::1', '3fff:fff::1'],
    ['for benchmarks', '198.18.0.1', '198.19.255.255'],
    ['for protocols', '192.0.0.1', '192.0.0.192', '192.88.99.1', '2001::1', '2001:20::1', '100::1'],
    ['IPv4 in IPv6, mapped', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:8.8.8.8'],
    ['IPv4 in IPv6, compatible', '::127.0.0.1', '::7f00:1'],
    ['IPv4 in IPv6, translated', '::ffff:0:127.0.0.1'],
    ['IPv4 in IPv6, NAT64', '64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::1'],
    ['IPv4 in IPv6, 6to4 and Teredo', '2002:7f00:1::', '2002:a00:1::1', '2001:0:4136:e378::1'],
    ['not in use', '1000::1', '4000::1', '8000::1'],
    ['the host of a machine on Azure', '168.63.129.16'],
    ['no address at all', 'localhost', '', '1', '127.1', '[::1]'],
  ])('%s', (_, ...addresses) => {
    expect(addresses.filter(isPublic)).toEqual([]);
  });
});

test('public addresses are reached, also those next to special networks', () => {
  const addresses = ['8.8.8.8', '1.1.1.1', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0'];
  addresses.push('126.255.255.255', '128.0.0.1', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0');
  addresses.push('192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0', '223.255.255.255', '168.63.129.17');
  addresses.push('2606:4700:4700::1111', '2a00:1450:4001::1', '2001:200::1', '2003::1', '3ffe::1');
  expect(addresses.filter((address) => !isPublic(address))).toEqual([]);
});

test.each([
  ['http://0x7f.1/', '127.0.0.1'],
  ['http://2130706433/', '127.0.0.1'],
  ['http://0177.0.0.01/', '127.0.0.1'],
  ['http://127.1/', '127.0.0.1'],
  ['http://127.0.0.1./', '127.0.0.1'],
  ['http://１２７.0.0.1/', '127.0.0.1'],
  ['http://%31%32%37.0.0.1/', '127.0.0.1'],
  ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
  ['http://[0:0:0:0:0:0:0:1]/', '::1'],
  ['http://example.com./', 'example.com'],
])('the host of %s is %s', (url, host) => {
  expect(hostOf(new URL(url))).toBe(host);
});

test('the operator decides whether private addresses and plain http are reached', () => {
  const [refusing, allowing] = [reachOf('refuse'), reachOf('allow')];
  expect(refusing.schemes).toEqual(['https:']);
  expect(refusing.refuses('127.0.0.1')).toBe(true);
  expect(refusing.refuses('8.8.8.8')).toBe(false);
  expect(allowing.schemes).toEqual(['https:', 'http:']);
  expect(allowing.refuses('127.0.0.1')).toBe(false);
});

test('names of this machine are known if private addresses are allowed, and lead nowhere else', async () => {
  expect(await reachOf('allow').resolve('localhost')).toContain('127.0.0.1');
  const reach = reachOf('refuse');
  const addresses = await reach.resolve('localhost').catch(() => []);
  expect(addresses.filter((address) => !reach.refuses(address))).toEqual([]);
});
