import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { makePerson } from '../harness/people.ts';
import { png } from '../harness/pictures.ts';
import { lacksPython, runPython } from '../harness/python.ts';
import { startTestServer } from '../harness/server.ts';

test('the unmodified Python package zulip', { skip: lacksPython('zulip') }, async (t) => {
  await using server = await startTestServer();
  const organization = await server.organization();
  const { email, api_key } = organization.chat;
  const pia = await makePerson(server, organization, { name: 'Pia Member' });
  const tom = await makePerson(server, organization, { name: 'Tom Third' });
  const printed = await runPython(path.resolve(import.meta.dirname, 'python-zulip.child.py'), {
    ...{ HUBBUB_SITE: server.url, HUBBUB_EMAIL: email, HUBBUB_API_KEY: api_key },
    ...{ OTHER_EMAIL: pia.email, OTHER_API_KEY: pia.client.key, THIRD_ID: String(tom.id) },
    PICTURE: (await png(64, 64)).toString('hex'),
  });
  const lines = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.filter(({ right }) => right === false),
    [],
  );
  const { version } = lines.pop();
  t.diagnostic(`zulip ${version}: ${lines.length} calls`);
  assert.ok(lines.length > 90);
});
