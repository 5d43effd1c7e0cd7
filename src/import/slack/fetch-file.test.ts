import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type OutgoingAnswer,
  type OutgoingRequest,
  OutgoingRequestError,
  sendRequest,
} from '../../platform/http-client/request.ts';
import { fetchSlackFile } from './fetch-file.ts';

const token = 'xoxb-secret';
const url = new URL('https://files.slack.com/files-pri/T1-F1/plan.pdf');

const answered = (more: Partial<OutgoingAnswer>): OutgoingAnswer => ({
  status: 200,
  location: undefined,
  contentType: 'application/pdf',
  body: Buffer.from('bytes'),
  text: 'bytes',
  ...more,
});

/** Fetches with answers that are made up; gives what was asked. */
async function fetched(answer: OutgoingAnswer, from = url) {
  const asked: OutgoingRequest[] = [];
  const bytes = await fetchSlackFile(
    { url: from, token, maxBytes: 100 },
    {
      async send(request) {
        asked.push(request);
        return answer;
      },
      async follow(request) {
        asked.push(request);
        return { url: request.url, answer: answered({ body: Buffer.from('elsewhere') }) };
      },
    },
  );
  return { bytes: bytes?.toString(), asked };
}

test('the token goes to the host of files alone, by HTTPS', async () => {
  const { bytes, asked } = await fetched(answered({}));
  assert.equal(bytes, 'bytes');
  assert.equal(asked[0]!.headers!.authorization, `Bearer ${token}`);
  assert.deepEqual([asked[0]!.hosts, asked[0]!.allowInsecure, asked[0]!.maxBytes], [['files.slack.com'], false, 100]);
  // The real client refuses others before anything is sent.
  for (const other of [
    'https://files.slack.com.evil.example/x',
    'http://files.slack.com/x',
    'https://slack.com/x',
    'https://127.0.0.1/x',
  ])
    assert.equal(await fetchSlackFile({ url: new URL(other), token, maxBytes: 100 }), undefined, other);
  await assert.rejects(
    sendRequest({ ...asked[0]!, url: new URL('https://evil.example/x') }),
    (error) => error instanceof OutgoingRequestError && error.reason === 'notAllowed',
  );
});

test('a redirect is followed without the token', async () => {
  const { bytes, asked } = await fetched(answered({ status: 302, location: 'https://storage.example/x?signed' }));
  assert.equal(bytes, 'elsewhere');
  assert.equal(asked[1]!.url.href, 'https://storage.example/x?signed');
  assert.equal(asked[1]!.headers, undefined);
  assert.equal(asked[1]!.allowInsecure, false);
});

test('the page for signing in, and other answers, are no file', async () => {
  for (const answer of [
    { contentType: 'text/html; charset=utf-8' },
    { status: 404 },
    { status: 302 },
    { status: 302, location: 'http://' },
  ])
    assert.equal((await fetched(answered(answer))).bytes, undefined);
  const page = new URL('https://files.slack.com/files-pri/T1-F1/page.html');
  assert.equal((await fetched(answered({ contentType: 'text/html' }), page)).bytes, 'bytes');
});
