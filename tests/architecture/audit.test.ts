import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPage } from '../../src/pages/http/page.ts';
import { findDeclarations, operationApi } from '../../src/platform/http/registry.ts';
import { type AuditWorld, auditedCalls } from '../scenario/audit-calls.ts';
import { NOT_AUDITED } from '../scenario/audit-rows.ts';

/** The calls are not made here: this is a world of names alone. */
const account = { site: 'http://nowhere.example', email: 'nobody@nowhere.example', api_key: 'x' };
const server = { url: account.site };
const world = { server, org: { chat: account, dispatch: { ...account, url: account.site } }, receiver: server };

test('every operation that writes leaves an entry in the audit log, or says why not', async () => {
  const { operations } = await findDeclarations(['chat', 'dispatch', 'bridge', 'pages', 'platform']);
  const writes = operations.filter((each) => (isPage(each) ? each.submit !== undefined : each.method !== 'GET'));
  const names = writes.map((each) => `${each[operationApi]} ${each.id}`);
  const called = Object.values(auditedCalls(world as unknown as AuditWorld)).flatMap((calls) =>
    calls.map(([name]) => name),
  );
  const rows = new Set([...called, ...Object.keys(NOT_AUDITED)]);
  const advice =
    'call tx.audit() and add a call to tests/scenario/audit-calls.ts, or a reason to tests/scenario/audit-rows.ts';
  assert.deepEqual(
    names.filter((name) => !rows.has(name)),
    [],
    advice,
  );
  assert.deepEqual(
    [...rows].filter((name) => !names.includes(name)),
    [],
    'there is no such operation',
  );
});
