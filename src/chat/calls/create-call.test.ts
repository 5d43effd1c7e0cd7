import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ChatClient } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

test('what needs a video service, or is for development servers only, is refused with a reason', async () => {
  const { chat } = await server.organization();
  const client = new ChatClient(chat);
  for (const [path, params, msg] of [
    ['/calls/bigbluebutton/create', { meeting_name: 'Gates' }, 'BigBlueButton is not configured.'],
    ['/dev_fetch_api_key', { username: chat.email }, 'Dev environment not enabled.'],
  ] as const) {
    const { status, json } = await client.post(path, params);
    assert.deepEqual([status, json.result, json.code, json.msg], [400, 'error', 'BAD_REQUEST', msg]);
  }
});
