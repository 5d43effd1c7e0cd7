import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { until } from '../harness/clients.ts';
import { createTestDatabase } from '../harness/database.ts';
import { FormBrowser } from '../harness/form-browser.ts';
import { Installation } from '../harness/program.ts';
import { manyMessages, slackTeam, zipOf } from '../harness/slack-archive.ts';

const MESSAGES = 3000;

test('an import that was begun in a browser goes on by itself after SIGKILL', { timeout: 300_000 }, async () => {
  const database = await createTestDatabase();
  await using installation = await Installation.create();
  const environment = { DATABASE_URL: database.connectionString };
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  // biome-ignore lint/suspicious/noExplicitAny: rows of any query
  const row = async (query: string): Promise<any> => (await client.query(query)).rows[0];
  const run = () => row('select phase, done::int, total::int from platform.import_runs');
  try {
    const program = await installation.start(environment);
    const { url } = JSON.parse((await installation.commandWith(environment, 'first-run', '--json')).stdout);
    const browser = new FormBrowser(program.url);
    await browser.open(`/setup${new URL(url).search}`);
    await browser.follow('Move in with your messages');
    const founding = { organization: 'Moved', country: 'AT', name: 'Olive', email: 'olive@example.com' };
    await browser.submit('Continue', { ...founding, password: 'correct horse battery staple' });
    const page = new URL(browser.url).pathname;
    const archive = zipOf(manyMessages(slackTeam(), MESSAGES));
    const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${page.split('/').at(-1)}` };
    const uploaded = await fetch(`${program.url}/api/move-in/archives`, {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': String(archive.length),
        'content-type': 'application/offset+octet-stream',
      },
      body: new Uint8Array(archive),
    });
    assert.equal(uploaded.status, 201, await uploaded.text());
    await until(async () => (await run()).phase === 'checked', 'the archive is read', 60);
    const { total } = await run();
    await browser.open(page);
    await browser.submit('Import archive');
    await until(async () => (await run()).done > 0, 'some of it is written', 60);
    await program.end('SIGKILL');
    const killed = await run();
    assert.equal(killed.phase, 'writing');
    assert.ok(killed.done < total, `${killed.done} of ${total} were written`);

    const next = await installation.start(environment);
    await until(async () => (await run()).phase === 'ended', 'it goes on', 90);
    const { messages } = await row('select count(*)::int as messages from chat.messages');
    assert.deepEqual([(await run()).done, messages], [total, total]);
    assert.equal((await browser.open(page)).title, 'Everything has come');
    await next.end('SIGTERM');
  } finally {
    await client.end();
    await database.drop();
  }
});
