import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOfName, addressProblem, domainProblem, freeAddress, hostsOf, urlAt } from './addresses.ts';

test('an address is made of a name', () => {
  const cases: [string, string][] = [
    ['Example Couriers', 'example-couriers'],
    ['  Müller & Söhne — Straßendienst! ', 'muller-sohne-strassendienst'],
    ['Łódź Kurier Œuvre', 'lodz-kurier-oeuvre'],
    ['xn--evil', 'xn-evil'],
    ['東京配送', 'organization'],
    ['---', 'organization'],
    [`${'A'.repeat(39)} B`, 'a'.repeat(39)],
    ['7 Eleven', '7-eleven'],
  ];
  for (const [name, address] of cases) {
    assert.equal(addressOfName(name), address);
    assert.equal(addressProblem(address), undefined, address);
  }
});

test('an address that is taken, or kept for operators, gets a number', () => {
  assert.equal(freeAddress('acme', new Set()), 'acme');
  assert.equal(freeAddress('acme', new Set(['acme', 'acme-2'])), 'acme-3');
  assert.equal(freeAddress('www', new Set()), 'www-2');
});

test('an address is one label of a host name', () => {
  for (const good of ['a', 'a1', '9', 'a-b', 'a'.repeat(63)]) assert.equal(addressProblem(good), undefined, good);
  for (const bad of ['', '-a', 'a-', 'A', 'a.b', 'ä', 'a_b', 'a'.repeat(64), 'xn--mnchen-3ya', 'www', 'api'])
    assert.ok(addressProblem(bad), bad);
});

test('a domain is a whole name, and none of the server', () => {
  const problem = (domain: string) => domainProblem(domain, 'hubbub.example');
  for (const good of ['chat.acme.test', 'acme.test', 'a.b.c.d', 'xn--mnchen-3ya.de'])
    assert.equal(problem(good), undefined, good);
  for (const bad of [
    'acme',
    'acme.',
    '.acme.test',
    'a b.test',
    '127.0.0.1',
    'a..b',
    'hubbub.example',
    'a.hubbub.example',
  ])
    assert.ok(problem(bad), bad);
});

test('an organization is reached as the server is, but for the host', () => {
  const server = 'https://hubbub.example:8443';
  assert.deepEqual(hostsOf({ address: 'acme', domain: null }, server), ['acme.hubbub.example']);
  const hosts = hostsOf({ address: 'acme', domain: 'chat.acme.test' }, server);
  assert.deepEqual(hosts, ['chat.acme.test', 'acme.hubbub.example']);
  for (const moved of ['https://acme.test', 'https://chat.acme.test'])
    assert.deepEqual(hostsOf({ address: 'bay', domain: 'chat.acme.test' }, moved), [`bay.${new URL(moved).hostname}`]);
  assert.equal(urlAt(hosts[0]!, server), 'https://chat.acme.test:8443');
});
