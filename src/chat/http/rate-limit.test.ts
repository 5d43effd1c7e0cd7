import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { makePerson } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';

const server = await startTestServer({
  rateLimits: true,
  chatRequestsPerMinute: 5,
  failedSignInsPerMinute: 3,
  eventPollSeconds: 1,
});
after(() => server[Symbol.asyncDispose]());

const limits = ({ headers }: Answer) =>
  ['limit', 'remaining'].map((name) => Number(headers.get(`x-ratelimit-${name}`)));

function assertLimited(answer: Answer): void {
  assert.equal(answer.status, 429, answer.text);
  assert.deepEqual(Object.keys(answer.json).sort(), ['code', 'msg', 'result', 'retry-after']);
  assert.equal(answer.json.code, 'RATE_LIMIT_HIT');
  assert.equal(answer.json.msg, 'API usage exceeded rate limit');
  const seconds = answer.json['retry-after'];
  assert.ok(seconds > 0 && seconds <= 60, `${seconds}`);
  assert.equal(answer.headers.get('retry-after'), String(Math.ceil(seconds)));
}

test('each user has a number of requests a minute, told in the headers of every answer', async () => {
  const organization = await server.organization();
  const owner = new ChatClient(organization.chat);
  const other = await makePerson(server, organization, { name: 'Mara Member' });
  for (let left = 4; left >= 0; left--) {
    // Refusals count and tell as well.
    const answer = left % 2 ? await owner.get('/get_stream_id') : await owner.get('/users/me');
    assert.equal(answer.status, left % 2 ? 400 : 200);
    assert.deepEqual(limits(answer), [5, left]);
    const reset = Number(answer.headers.get('x-ratelimit-reset')) - Date.now() / 1000;
    assert.ok(reset > 0 && reset <= 62, `${reset}`);
  }
  const refused = await owner.post('/messages', { type: 'direct', to: [organization.chat.user_id], content: 'late' });
  assertLimited(refused);
  assert.deepEqual(limits(refused), [5, 0]);
  assert.equal((await other.client.get('/users/me')).status, 200);
});

test('wrong keys are limited by address, right keys from there are not', async () => {
  const organization = await server.organization();
  const wrong = new ChatClient({ ...organization.chat, api_key: 'x'.repeat(32) });
  const answers: Answer[] = [];
  for (let n = 0; n < 5; n++) answers.push(await wrong.get('/users/me'));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [401, 401, 401, 429, 429],
  );
  assertLimited(answers[4]!);
  assert.equal((await new ChatClient(organization.chat).get('/users/me')).status, 200);
  // Without a key nothing is guessed.
  const bare = await fetch(`${server.url}/api/v1/users/me`);
  assert.equal(bare.status, 401);
});
