import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '../../../tests/harness/server.ts';
import { type AuditFilter, loadEntries, pagesOfEntries } from './access.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { database } = server.services;

async function organization() {
  const { organization_id: organizationId } = await server.organization();
  const note = (...details: object[]) =>
    database.transaction(async (tx) => {
      for (const each of details) {
        const object = { kind: 'thing', id: 'x', name: null };
        tx.audit({ organizationId, action: 'test.noted', object, details: { what: { to: each } } });
      }
    });
  const entries = (filter: AuditFilter = {}) =>
    loadEntries(database.reader, organizationId, { action: 'test', ...filter }, undefined, 1000);
  return { organizationId, note, entries };
}

test('texts of 500 characters and lists of 100 are kept whole, longer ones are cut, in objects too', async () => {
  const { note, entries } = await organization();
  const list = (length: number) => Array.from({ length }, (_, n) => n);
  const [whole, long] = ['x'.repeat(500), 'x'.repeat(501)];
  await note({
    whole,
    long,
    pair: `${'x'.repeat(499)}🚪`,
    inner: { long },
    all: list(100),
    many: list(102),
    none: null,
  });
  const [entry] = await entries();
  const { pair, ...rest } = entry!.details.what!.to as Record<string, unknown>;
  assert.deepEqual(rest, {
    ...{ whole, long: `${whole}…`, inner: { long: `${whole}…` }, none: null },
    ...{ all: list(100), many: [...list(100), '… 2 more'] },
  });
  assert.ok((pair as string).isWellFormed());
});

test('a time narrows entries to those from its first to its last millisecond', async () => {
  const { note, entries } = await organization();
  await note({ n: 1 });
  const at = (await entries())[0]!.at.getTime();
  const found = async (filter: AuditFilter) => (await entries(filter)).length;
  assert.deepEqual(
    [await found({ from: at }), await found({ from: at + 1 }), await found({ to: at }), await found({ to: at - 1 })],
    [1, 0, 1, 0],
  );
  assert.deepEqual([await found({ object: 'x' }), await found({ object: 'y' })], [1, 0]);
  assert.deepEqual([await found({ action: 'test.noted' }), await found({ action: 'test.other' })], [1, 0]);
});

test('all entries are read page by page, and none of another organization', async () => {
  const [own, other] = [await organization(), await organization()];
  await own.note(...Array.from({ length: 501 }, (_, n) => ({ n })));
  await other.note({ n: 0 });
  const sizes: number[] = [];
  const seen = new Set<string>();
  for await (const page of pagesOfEntries(database.reader, own.organizationId, { action: 'test' })) {
    sizes.push(page.length);
    for (const { id } of page) seen.add(id);
  }
  assert.deepEqual([sizes, seen.size], [[500, 1], 501]);
});
