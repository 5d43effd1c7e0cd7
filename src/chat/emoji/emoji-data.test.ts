import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ChatClient } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { BUILT_IN_EMOJI_PATH } from './built-in-emoji.ts';
import { emojiCode } from './unicode-emoji.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

test('the address in the registration answer gives the names of emoji, without sign-in', async () => {
  const { chat } = await server.organization();
  const { json } = await new ChatClient(chat).post('/register', { fetch_event_types: ['realm'] });
  const answer = await fetch(json.server_emoji_data_url);
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  const { code_to_names: codes } = (await answer.json()) as { code_to_names: Record<string, string[]> };
  assert.deepEqual(codes['1f44d'], ['+1', 'thumbs_up', 'like']);
  assert.ok(Object.keys(codes).length > 1900);
  // client: zulip-flutter shows these six first.
  for (const code of ['1f44d', '1f389', '1f642', '2764', '1f6e0', '1f419']) assert.ok(codes[code], code);
  const names = new Set<string>();
  for (const [code, list] of Object.entries(codes)) {
    assert.match(code, /^[0-9a-f]{4,5}(-[0-9a-f]{4,5})*$/);
    assert.ok(emojiCode(list[0]!) === code);
    assert.match(String.fromCodePoint(...code.split('-').map((hex) => Number.parseInt(hex, 16))), /\p{Emoji}/u);
    assert.ok(list.length > 0);
    for (const name of list) {
      assert.match(name, /^[a-z0-9_+-]+$/);
      assert.ok(!names.has(name), `${name} is two emoji's name`);
      names.add(name);
    }
  }
});

test("the built-in emoji's picture is there, without sign-in", async () => {
  const { chat } = await server.organization();
  const answer = await fetch(`${chat.site}${BUILT_IN_EMOJI_PATH}`);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'image/png');
  assert.deepEqual([...new Uint8Array(await answer.arrayBuffer()).slice(1, 4)], [...Buffer.from('PNG')]);
});
