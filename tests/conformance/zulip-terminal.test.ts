import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { until } from '../harness/clients.ts';
import { makePerson } from '../harness/people.ts';
import { lacksPython, startInTerminal } from '../harness/python.ts';
import { startTestServer } from '../harness/server.ts';

/** zulip-terminal 0.7.0 does not install on Python 3.11 and later. */
const skip = lacksPython('zulipterminal');

test('the unmodified zulip-terminal shows what is there, receives what comes, and sends what is typed', {
  skip,
}, async (t) => {
  await using server = await startTestServer();
  const organization = await server.organization();
  const pia = await makePerson(server, organization, { name: 'Pia Member' });
  const tom = await makePerson(server, organization, { name: 'Tom Third' });
  for (const { client } of [pia, tom])
    await client.post('/users/me/subscriptions', { subscriptions: [{ name: 'night shift' }] });
  const send = (content: string) =>
    tom.client.post('/messages', { type: 'channel', to: 'night shift', topic: 'bikes', content });
  await send('Two **flat** tyres');

  const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-terminal-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const settings = path.join(folder, 'zuliprc');
  const { email, client } = pia;
  const text = `[api]\nemail=${email}\nkey=${client.key}\nsite=${server.url}\n[zterm]\nautohide=no_autohide\n`;
  await writeFile(settings, text, { mode: 0o600 });
  const run = 'cd "$HOME"; stty rows 40 cols 150; exec "$PYTHON" -m zulipterminal.cli.run --config-file "$SETTINGS"';
  const terminal = startInTerminal(['sh', '-c', run], {
    ...process.env,
    ...{ HOME: folder, TERM: 'xterm-256color', SETTINGS: settings, PYTHON: process.env.CLIENT_PYTHON ?? 'python3' },
  });
  t.after(() => terminal.child.kill('SIGKILL'));
  const shown = (words: string) => async () => {
    assert.equal(terminal.child.exitCode, null, terminal.written());
    return stripVTControlCharacters(terminal.written()).includes(words);
  };
  const type = (keys: string) => terminal.child.stdin.write(keys);

  await until(shown('flat'), 'the message that was there', 60);
  await until(shown('night shift'), 'the channel');
  await send('The third as well');
  await until(shown('The third as well'), 'the message that came', 60);

  // The arrow leads to the messages, `r` opens the box to answer in, which shows the cursor; Ctrl D sends.
  type('\u001b[C');
  type('r');
  await until(() => terminal.written().includes('\u001b[?25h'), 'the box to write in');
  type('On my way\u0004');
  const sent = await until(async () => {
    const { json } = await tom.client.get('/messages', { anchor: 'newest', num_before: 10, num_after: 0 });
    return json.messages.find(({ content }: { content: string }) => content.includes('On my way'));
  }, 'the answer');
  assert.deepEqual([sent.sender_email, sent.display_recipient, sent.subject], [pia.email, 'night shift', 'bikes']);
  type('\u0003');
  await terminal.ended;
});
