import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { clientOf, readNetworks } from './client-address.ts';

const trusted = readNetworks('10.0.0.0/8, 192.0.2.1,2001:db8:1::/48');
const from = (remoteAddress: string, headers: IncomingMessage['headers'] = {}) =>
  ({ headers, socket: { remoteAddress } }) as IncomingMessage;

const cases: [string, string, IncomingMessage['headers'], string, boolean?][] = [
  ['without a header', '10.0.0.1', {}, '10.0.0.1'],
  ['a mapped address', '::ffff:203.0.113.9', {}, '203.0.113.9'],
  [
    'who is not trusted says nothing',
    '203.0.113.9',
    { 'x-forwarded-for': '198.51.100.1', 'x-forwarded-proto': 'https' },
    '203.0.113.9',
  ],
  ['one hop', '::ffff:10.0.0.1', { 'x-forwarded-for': '198.51.100.1' }, '198.51.100.1'],
  ['what the client wrote itself', '10.0.0.1', { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' }, '203.0.113.9'],
  ['two proxies', '10.0.0.1', { 'x-forwarded-for': '1.1.1.1, 203.0.113.9, 192.0.2.1' }, '203.0.113.9'],
  ['all are trusted', '10.0.0.1', { 'x-forwarded-for': '10.0.0.3, 10.0.0.2' }, '10.0.0.3'],
  ['with a port', '10.0.0.1', { 'x-forwarded-for': '203.0.113.9:4711' }, '203.0.113.9'],
  ['nonsense', '10.0.0.1', { 'x-forwarded-for': '203.0.113.9, unknown' }, '10.0.0.1'],
  ['nonsense behind a second proxy', '10.0.0.1', { 'x-forwarded-for': 'unknown, 192.0.2.1' }, '192.0.2.1'],
  [
    'Forwarded',
    '2001:db8:1::5',
    { forwarded: 'for=1.1.1.1, For="[2001:db8:2::7]:80";Proto=https' },
    '2001:db8:2::7',
    true,
  ],
  ['both, and the same', '10.0.0.1', { forwarded: 'for=203.0.113.9', 'x-forwarded-for': '203.0.113.9' }, '203.0.113.9'],
  ['both, and one is made up', '10.0.0.1', { forwarded: 'for=1.1.1.1', 'x-forwarded-for': '203.0.113.9' }, '10.0.0.1'],
  ['the scheme', '10.0.0.1', { 'x-forwarded-proto': 'http' }, '10.0.0.1', false],
  ['the last scheme', '10.0.0.1', { 'x-forwarded-proto': 'http, HTTPS' }, '10.0.0.1', true],
];
for (const [name, peer, headers, address, isSecure] of cases) {
  test(name, () => assert.deepEqual(clientOf(from(peer, headers), trusted), { address, isSecure, host: '' }));
}

test('with no proxy trusted, nobody is believed', () => {
  const request = from('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' });
  assert.deepEqual(clientOf(request), { address: '127.0.0.1', isSecure: undefined, host: '' });
});

for (const bad of ['10.0.0.0/33', 'proxy.couriers.example', '10.0.0.1,,10.0.0.2', '2001:db8::/129', '10.0.0/8']) {
  test(`${bad} is no list of networks`, () => assert.throws(() => readNetworks(bad), /must be addresses or CIDR/));
}

const hosts: [string, string, IncomingMessage['headers'], string][] = [
  ['the host that was asked for', '203.0.113.9', { host: 'Chat.Example.com:8443' }, 'chat.example.com'],
  ['a name with the dot of the root', '203.0.113.9', { host: 'chat.example.com.' }, 'chat.example.com'],
  ['an address', '203.0.113.9', { host: '[::1]:9800' }, '[::1]'],
  [
    'what somebody says who is no proxy',
    '203.0.113.9',
    { host: 'a.example.com', 'x-forwarded-host': 'b.example.com', forwarded: 'host=b.example.com' },
    'a.example.com',
  ],
  ['what a proxy says', '10.0.0.1', { host: 'inside', 'x-forwarded-host': 'a.example.com:443' }, 'a.example.com'],
  [
    'the last that proxies say',
    '10.0.0.1',
    { host: 'inside', 'x-forwarded-host': 'b, a.example.com' },
    'a.example.com',
  ],
  [
    'the same by the standard header',
    '10.0.0.1',
    { host: 'inside', forwarded: 'for=1.1.1.1;Host="A.test:80"' },
    'a.test',
  ],
];
for (const [name, peer, headers, host] of hosts) {
  test(`of hosts counts ${name}`, () => assert.equal(clientOf(from(peer, headers), trusted).host, host));
}
