import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '../../../tests/harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

test('what is JSON and cannot be kept is named as what it is', async () => {
  const { dispatch } = await server.organization();
  const headers = { authorization: `Basic ${btoa(`${dispatch.api_key}:`)}` };
  const causeOf = async (path: string, body: string | Buffer) => {
    const answer = await fetch(`${server.url}/api/v2${path}`, { method: 'POST', headers, body: body as BodyInit });
    const { code, message } = (await answer.json()) as { code: string; message: { error: number; cause: string } };
    assert.deepEqual([answer.status, code, message.error], [400, 'InvalidContent', 1000]);
    return message.cause;
  };
  const nul = 'contains the character U+0000, which cannot be stored.';
  const half = 'contains a surrogate without its other half, which cannot be stored.';
  assert.equal(await causeOf('/teams', '{"name":"a\\u0000b"}'), `The body ${nul}`);
  assert.equal(await causeOf('/teams', '{"a":[{"\\u0000":1}]}'), `The body ${nul}`);
  assert.equal(await causeOf('/teams', '{"name":"a\\ud83d"}'), `The body ${half}`);
  assert.equal(await causeOf('/teams?filter=a%00b', '{}'), `The query ${nul}`);
  const deep = `{"name":${'['.repeat(500)}${']'.repeat(500)}}`;
  assert.equal(await causeOf('/teams', deep), 'The body was rejected: JSON is nested more than 64 deep.');
  assert.equal(await causeOf('/teams', '{"name":'), 'The body is not a valid JSON text.');
  assert.equal(await causeOf('/teams', Buffer.from([0x22, 0xff, 0x22])), 'The body is not a valid JSON text.');
});
