import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_TILE_ADDRESS, readTileAddress } from '../../rules/tile-address.ts';

test('addresses of tile servers are read as browsers read them', () => {
  const read = (text: string) => readTileAddress(text, false);
  for (const [text, address, origin] of [
    ['https://tiles.example/planet', 'https://tiles.example/planet', 'https://tiles.example'],
    [
      ' HTTPS://Tiles.Example:8443/{z}/{x}/{y}.mvt?key=a-B_1 ',
      'https://tiles.example:8443/{z}/{x}/{y}.mvt?key=a-B_1',
      'https://tiles.example:8443',
    ],
    ['https://tiles.example/t?z={z}&x={x}&y={y}', 'https://tiles.example/t?z={z}&x={x}&y={y}', 'https://tiles.example'],
    ['https://tiles.example/streets.pmtiles#part', 'https://tiles.example/streets.pmtiles', 'https://tiles.example'],
    ['https://straße.example/x', 'https://xn--strae-oqa.example/x', 'https://xn--strae-oqa.example'],
    ['https:\\\\tiles.example\\x', 'https://tiles.example/x', 'https://tiles.example'],
  ] as const) {
    const found = read(text);
    assert.ok('address' in found, text);
    assert.deepEqual([found.address, found.origin], [address, origin], text);
  }
});

test('what a policy would read otherwise, or nobody may see, is refused', () => {
  for (const [text, problem] of [
    ['', 'unreadable'],
    ['tiles.example', 'unreadable'],
    ['https://', 'unreadable'],
    ['http://tiles.example/x', 'insecure'],
    ['http://127.0.0.1:8000/x', 'insecure'],
    ['javascript:alert(1)', 'insecure'],
    ['data:text/plain,x', 'insecure'],
    ['blob:https://tiles.example/x', 'insecure'],
    ['wss://tiles.example/x', 'insecure'],
    ['https://*.example/x', 'host'],
    ['https://tiles.example;script-src/x', 'host'],
    ["https://tiles.example,'self'/x", 'host'],
    ['https://{z}.example/{x}/{y}', 'host'],
    ['https://192.0.2.1/x', 'host'],
    ['https://[::1]/x', 'host'],
    ['https://tiles.example./x', 'host'],
    ['https://tiles_1.example/x', 'host'],
    [`https://${'a'.repeat(64)}.example/x`, 'host'],
    ['https://user@tiles.example/x', 'credentials'],
    ['https://user:word@tiles.example/x', 'credentials'],
    ['https://tiles.example/{z}/{x}', 'placeholders'],
    ['https://tiles.example/{z}/{x}/{y}/{z}', 'placeholders'],
    ['https://tiles.example/{s}/{z}/{x}/{y}', 'placeholders'],
    ['https://tiles.example/}{', 'placeholders'],
    [`https://tiles.example/${'x'.repeat(MAX_TILE_ADDRESS)}`, 'tooLong'],
    [`https://tiles.example/${'ß'.repeat(MAX_TILE_ADDRESS / 4)}`, 'tooLong'],
  ] as const)
    assert.deepEqual(readTileAddress(text, false), { problem }, text);
});

test('plain HTTP counts on the own computer alone, where Hubbub is tried there', () => {
  const found = readTileAddress('http://127.0.0.1:8000/{z}/{x}/{y}', true);
  assert.ok('origin' in found && found.origin === 'http://127.0.0.1:8000');
  for (const text of ['http://tiles.example/x', 'http://192.0.2.1/x', 'http://localhost.tiles.example/x'])
    assert.deepEqual(readTileAddress(text, true), { problem: 'insecure' }, text);
});
