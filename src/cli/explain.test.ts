import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ChatClient } from '../../tests/harness/clients.ts';
import { startTestServer, type TestServer } from '../../tests/harness/server.ts';
import { readLog } from '../platform/events/read-log.ts';
import { CommandError } from './command.ts';
import { explain } from './explain.ts';

let server: TestServer & AsyncDisposable;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

test('explain narrow: the statements that find it for a person, with their plans', async () => {
  const { organization_id: organization, chat } = await server.organization();
  const owner = new ChatClient(chat);
  const { json: sent } = await owner.post('/messages', { type: 'direct', to: [chat.user_id], content: 'a note' });
  const given = { organization, email: chat.email, limit: 10 };
  for (const operand of ['dm', 'unread', 'starred']) {
    const narrow = JSON.stringify([{ operator: 'is', operand }]);
    const { statements, ids } = await explain(server.services, { ...given, narrow });
    assert.deepEqual(ids, operand === 'dm' ? [sent.id] : []);
    assert.ok(statements.length > 0);
    for (const { text, plan } of statements) {
      assert.match(text, /select/);
      assert.match(plan.join('\n'), /actual time=.*Execution Time/s);
    }
  }
  for (const wrong of ['[', '{}', '[["is","nothing"]]']) {
    await assert.rejects(explain(server.services, { ...given, narrow: wrong }), CommandError, wrong);
  }
  await assert.rejects(
    explain(server.services, { ...given, email: 'who@couriers.example', narrow: '[]' }),
    CommandError,
  );
});

test('the log is read by its newest events, or from an ID on', async () => {
  const { organization_id: organization, chat } = await server.organization();
  const { reader } = server.services.database;
  const before = await readLog(reader, organization, { newest: 2 });
  await new ChatClient(chat).post('/messages', { type: 'direct', to: [chat.user_id], content: 'a note' });
  const came = await readLog(reader, organization, { after: before.at(-1)!.id });
  assert.ok(came.some(({ kind }) => kind === 'message'));
  assert.deepEqual(
    (await readLog(reader, organization, { newest: came.length })).map(({ id }) => id),
    came.map(({ id }) => id),
  );
});
