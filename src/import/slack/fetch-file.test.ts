import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type OutgoingAnswer,
  type OutgoingRequest,
  OutgoingRequestError,
  sendRequest,
} from '../../platform/http-client/request.ts';
import { ArchiveError } from '../archive/archive.ts';
import { fetchSlackFile } from './fetch-file.ts';

const token = 'xoxb-secret';
const url = new URL('https://files.slack.com/files-pri/T1-F1/plan.pdf?t=xoxe-secret');
const wanted = { url, token, maxBytes: 100, mayBeHtml: false };

const answered = (more: Partial<OutgoingAnswer>): OutgoingAnswer => ({
  status: 200,
  location: undefined,
  contentType: 'application/pdf',
  retryAfter: undefined,
  body: Buffer.from('bytes'),
  text: 'bytes',
  ...more,
});

/** Fetches with answers that are made up, the last of them again and again; gives what was asked and waited for. */
async function fetched(answers: (Partial<OutgoingAnswer> | OutgoingRequestError)[], more: Partial<typeof wanted> = {}) {
  const asked: OutgoingRequest[] = [];
  const pauses: number[] = [];
  const requests = {
    async send(request: OutgoingRequest) {
      const answer = answers[Math.min(asked.push(request), answers.length) - 1]!;
      if (answer instanceof OutgoingRequestError) throw answer;
      return answered(answer);
    },
    async pause(milliseconds: number) {
      pauses.push(milliseconds);
    },
  };
  const result = await fetchSlackFile({ ...wanted, ...more }, requests).then(
    (bytes) => bytes?.toString(),
    (error: unknown) => {
      if (error instanceof ArchiveError) return error;
      throw error;
    },
  );
  return { result, asked, pauses };
}

test('the token goes to the host of files alone, by HTTPS', async () => {
  const { result, asked } = await fetched([{}]);
  assert.equal(result, 'bytes');
  assert.equal(asked[0]!.headers!.authorization, `Bearer ${token}`);
  assert.deepEqual([asked[0]!.hosts, asked[0]!.allowInsecure, asked[0]!.maxBytes], [['files.slack.com'], false, 100]);
  // The real client refuses others before anything is sent.
  for (const other of [
    'https://files.slack.com.evil.example/x',
    'http://files.slack.com/x',
    'https://slack.com/x',
    'https://127.0.0.1/x',
  ])
    assert.equal(await fetchSlackFile({ ...wanted, url: new URL(other) }), undefined, other);
  await assert.rejects(
    sendRequest({ ...asked[0]!, url: new URL('https://evil.example/x') }),
    (error) => error instanceof OutgoingRequestError && error.reason === 'notAllowed',
  );
});

test('redirects are followed without the token, three at most', async () => {
  const location = 'https://storage.example/x?signed';
  const { result, asked } = await fetched([{ status: 302, location }, { body: Buffer.from('elsewhere') }]);
  assert.equal(result, 'elsewhere');
  assert.equal(asked[1]!.url.href, location);
  assert.equal(asked[1]!.headers, undefined);
  assert.equal(asked[1]!.allowInsecure, false);
  const circle = await fetched([{ status: 302, location }]);
  assert.ok(circle.result instanceof ArchiveError);
  assert.deepEqual([circle.asked.length, circle.pauses.length], [24, 5]);
});

test('only a file that is gone, forbidden or too large cannot be had', async () => {
  const location = 'https://storage.example/x';
  for (const answers of [
    [{ status: 404 }],
    [{ status: 403 }],
    [{ status: 410 }],
    [{ status: 302, location }, { status: 404 }],
    [new OutgoingRequestError('tooLarge', 'The response is longer than 100 bytes.')],
    [new OutgoingRequestError('notHttps', 'The URL must start with https://.')],
  ]) {
    const { result, pauses } = await fetched(answers);
    assert.deepEqual([result, pauses], [undefined, []]);
  }
});

test('a failure that may pass is retried, after the pause that Slack asks for', async () => {
  const lost = new OutgoingRequestError('unreachable', 'The host could not be reached (ECONNRESET).');
  const once = await fetched([{ status: 429, retryAfter: '30' }, lost, { status: 503 }, {}]);
  assert.deepEqual([once.result, once.pauses], ['bytes', [30_000, 4000, 8000]]);
  const long = await fetched([{ status: 429, retryAfter: '86400' }, {}]);
  assert.deepEqual(long.pauses, [120_000]);
  const dated = await fetched([{ status: 429, retryAfter: new Date(Date.now() + 60_000).toUTCString() }, {}]);
  assert.ok(dated.pauses[0]! > 30_000 && dated.pauses[0]! <= 60_000);
  const odd = await fetched([{ status: 429, retryAfter: 'soon' }, { status: 429, retryAfter: '-1' }, {}]);
  assert.deepEqual([odd.result, odd.pauses], ['bytes', [2000, 4000]]);

  for (const [failure, why] of [
    [{ status: 429 }, /status 429/],
    [{ status: 500 }, /status 500/],
    [{ status: 302 }, /status 302/],
    [{ status: 302, location: 'http://' }, /status 302/],
    [lost, /ECONNRESET/],
  ] as const) {
    const { result, asked, pauses } = await fetched([failure]);
    assert.ok(result instanceof ArchiveError);
    assert.match(result.message, why);
    assert.match(result.message, /the file \/files-pri\/T1-F1\/plan\.pdf\. .*continues where it stopped/);
    assert.doesNotMatch(result.message, /secret/);
    assert.deepEqual([asked.length, pauses], [6, [2000, 4000, 8000, 16_000, 32_000]]);
  }
});

test('where Slack asks for a sign-in, the token is not valid', async () => {
  const to = (location: string) => ({ status: 302, location });
  for (const answers of [
    [{ contentType: 'text/html; charset=utf-8' }],
    [{ status: 401 }],
    [to('https://team.slack.com/?redir=%2Ffiles-pri%2FT1-F1%2Fplan.pdf')],
    [to('https://slack.com/signin')],
    [to('https://storage.example/x'), { contentType: 'text/html' }],
  ]) {
    const { result, asked, pauses } = await fetched(answers);
    assert.ok(result instanceof ArchiveError);
    assert.match(result.message, /SLACK_TOKEN is not valid/);
    assert.doesNotMatch(result.message, /secret/);
    assert.deepEqual([asked.length, pauses.length], [answers.length, 0]);
  }
  const page = new URL('https://files.slack.com/files-pri/T1-F1/page.html');
  const html = { contentType: 'text/html' };
  assert.equal((await fetched([html], { url: page })).result, 'bytes');
  assert.equal((await fetched([html], { mayBeHtml: true })).result, 'bytes');
  const signIn = await fetched([to('https://team.slack.com/?redir=%2Fx')], { mayBeHtml: true });
  assert.ok(signIn.result instanceof ArchiveError);
});
