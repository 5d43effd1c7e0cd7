import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import { Caches } from './caches.ts';
import { roughSizeOf } from './rough-size.ts';

test('a store keeps to its share, what was not asked for longest goes first, and /metrics shows it', async () => {
  const registry = new Registry();
  const caches = new Caches(1, registry);
  const store = caches.open<string, string>({ name: 'texts', share: 50, sizeOf: (text) => text.length });
  const text = 'x'.repeat(100_000);
  for (const key of ['a 1', 'a 2', 'b 1', 'b 2', 'b 3']) store.set(key, text);
  assert.equal(store.get('a 1'), text);
  store.set('b 4', text);
  assert.equal(store.get('a 2'), undefined);
  assert.equal(store.get('a 1'), text);
  const shown = await registry.metrics();
  for (const line of [
    'hubbub_cache_entries{cache="texts"} 5',
    'hubbub_cache_lookups_total{cache="texts",outcome="hit"} 2',
    'hubbub_cache_lookups_total{cache="texts",outcome="miss"} 1',
    'hubbub_cache_evictions_total{cache="texts"} 1',
  ])
    assert.ok(shown.includes(line), `${line}\n${shown}`);
  assert.match(shown, /hubbub_cache_bytes\{cache="texts"\} 500\d{3}/);
});

test('an organization is forgotten in every store, and nobody else', () => {
  const caches = new Caches(1, new Registry());
  const byText = caches.open<string, number>({ name: 'by text', share: 1, sizeOf: () => 8 });
  const byNumber = caches.open<number, { of: string }>({
    name: 'by number',
    share: 1,
    sizeOf: () => 8,
    organizationOf: (_key, { of }) => of,
  });
  byText.set('a', 1);
  byText.set('a 1', 2);
  byText.set('ab 1', 3);
  byNumber.set(1, { of: 'a' });
  byNumber.set(2, { of: 'ab' });
  caches.forget(new Set(['a']));
  assert.deepEqual(
    [byText.has('a'), byText.has('a 1'), byText.has('ab 1'), byNumber.has(1), byNumber.has(2)],
    [false, false, true, false, true],
  );
});

test('no more than all of the memory can be claimed', () => {
  const caches = new Caches(1, new Registry());
  caches.open({ name: 'most', share: 99, sizeOf: () => 1 });
  assert.throws(() => caches.open({ name: 'too much', share: 2, sizeOf: () => 1 }), /CACHE_MB/);
});

test('all stores of the program together claim no more than all, whichever is opened last', async () => {
  const src = path.resolve(import.meta.dirname, '..');
  let shares = 0;
  for await (const file of glob('**/*.ts', { cwd: src, exclude: (name) => name.endsWith('.test.ts') }))
    for (const [, share] of (await readFile(path.join(src, file), 'utf8')).matchAll(/name: '[^']+',\s+share: (\d+)\b/g))
      shares += Number(share);
  assert.ok(shares > 50 && shares <= 100, `${shares} hundredths`);
});

test('the size of a value follows its length', () => {
  const list = (length: number) => Array.from({ length }, (_, id) => ({ id, name: 'Mia Member' }));
  assert.ok(roughSizeOf(list(1000)) > 100 * roughSizeOf(list(1)) * 0.5);
  assert.ok(roughSizeOf(new Map(list(100).map((one) => [one.id, one]))) > 5000);
  assert.ok(roughSizeOf(new Set([1, 2, 3])) < 400);
});
