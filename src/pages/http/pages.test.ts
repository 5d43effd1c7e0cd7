import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { FormBrowser } from '../../../tests/harness/form-browser.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { findDeclarations } from '../../platform/http/registry.ts';
import { pageTexts } from '../texts/index.ts';
import { html } from './html.ts';
import { languageIn, languageOf } from './language.ts';
import { isPage } from './page.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const pages = (await findDeclarations(['pages'])).operations.filter(isPage);

test('what people wrote brings no markup of its own', () => {
  const name = `<b onclick="x">'&`;
  assert.equal(html`<p title="${name}">${name}</p>`.text, html`<p title="${[name]}">${html`${name}`}</p>`.text);
  assert.equal(html`${name}`.text, '&lt;b onclick=&quot;x&quot;&gt;&#39;&amp;');
  assert.equal(html`a${false}${undefined}${null}${['b', html`<i>${0}</i>`]}`.text, 'ab<i>0</i>');
});

test('the language is the first of the browser that there is', () => {
  const cases: [string | undefined, string][] = [
    [undefined, 'en'],
    ['de-AT, en;q=0.5', 'de'],
    ['fr, de;q=0.4, en;q=0.6', 'en'],
    ['de;q=0, en-XA', 'en-xa'],
    ['constructor, ;;q=x,*', 'en'],
  ];
  assert.deepEqual(
    cases.map(([header]) => languageOf(header).tag),
    cases.map(([, tag]) => tag),
  );
});

test('the language that somebody chose in the browser wins, if there is one', () => {
  const cases: [string, string][] = [
    ['other=1; hubbub-language=de', 'de'],
    ['hubbub-language=fr', 'en'],
    ['hubbub-language=', 'en'],
    ['not-hubbub-language=de', 'en'],
  ];
  assert.deepEqual(
    cases.map(([cookie]) => languageIn({ cookie, 'accept-language': 'en' }).tag),
    cases.map(([, tag]) => tag),
  );
});

test('every text of a page has its translation', async () => {
  const words = (value: unknown, at: string): [string, string][] => {
    if (typeof value === 'string') return [[at, value]];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, member]) => words(member, `${at}.${name}`));
  };
  const german = new Map(words(pageTexts('de'), ''));
  const same = words(pageTexts('en'), '').filter(([at, text]) => text.split(' ').length > 2 && german.get(at) === text);
  assert.deepEqual(same, []);
  // The pseudo-language has no plain vowel, so whatever shows one does not come from the texts.
  const { text } = await new FormBrowser(server.url, 'en-XA').open('/nothing-here');
  assert.doesNotMatch(text, /[aeiou]/i);
});

describe('an address where nothing is', () => {
  test('is a page for people', async () => {
    const browser = await new FormBrowser(server.url, 'de').open('/nothing-here');
    assert.deepEqual([browser.status, browser.title], [404, 'Seite nicht gefunden']);
  });

  test('and JSON for programs and below the APIs', async () => {
    for (const [path, accept] of [
      ['/nothing', '*/*'],
      ['/api/v3', 'text/html'],
      ['/api/v1/nothing', 'text/html'],
    ]) {
      const answer = await fetch(`${server.url}${path}`, { headers: { accept: accept! } });
      assert.deepEqual([answer.status, answer.headers.get('content-type')?.split(';')[0]], [404, 'application/json']);
    }
  });
});

test('the stylesheet is kept by browsers, and is the one that pages name', async () => {
  const { html } = await new FormBrowser(server.url).open('/nothing-here');
  const answer = await fetch(`${server.url}${/href="([^"]+\.css)"/.exec(html)![1]}`);
  assert.equal(answer.headers.get('content-type'), 'text/css; charset=utf-8');
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
});

/** Headers of a form that a browser sends, and whether it is believed to be from our own pages. */
const ORIGINS: [headers: Record<string, string>, isOurs: boolean][] = [
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ origin: server.url }, true],
  [{ 'sec-fetch-site': 'same-site', origin: server.url }, false],
  [{ 'sec-fetch-site': 'cross-site' }, false],
  [{ 'sec-fetch-site': 'none' }, false],
  [{ origin: 'https://elsewhere.example' }, false],
  [{ origin: 'null' }, false],
  [{}, false],
];

const JUNK = ['x', '0', '%00', '%F0%9F%92%A9', '%zz', '..%2f', 'a'.repeat(900), "'; drop", '%ED%A0%80'];
const pathWith = (path: string, value: string) => path.replaceAll(/:\w+/g, encodeURI(value).replaceAll('%25', '%'));

for (const declared of pages) {
  describe(`${declared.path}`, () => {
    test('answers whatever comes in its path and form with a page', async () => {
      for (const junk of JUNK) {
        const url = `${server.url}${pathWith(declared.path, junk)}?${junk}=${junk}`;
        const names = Object.keys(declared.form ?? {});
        const bodies = [`${junk}=${junk}`, ...names.map((name) => `${name}=${junk}`), 'x=%', ''];
        const asked = bodies.map((body) => ({ method: 'POST', body }));
        for (const { method, body } of [{ method: 'GET', body: undefined }, ...(declared.submit ? asked : [])]) {
          const answer = await fetch(url, {
            method,
            redirect: 'manual',
            ...(body !== undefined && { body }),
            headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
          });
          await answer.arrayBuffer();
          assert.ok(
            [200, 303, 400, 403, 404, 413].includes(answer.status),
            `${method} ${url} ${body}: ${answer.status}`,
          );
        }
      }
    });

    if (declared.submit && !declared.fromAnywhere)
      test('takes no form from elsewhere', async () => {
        for (const [headers, isOurs] of ORIGINS) {
          const url = `${server.url}${pathWith(declared.path, 'x')}`;
          const answer = await fetch(url, { method: 'POST', redirect: 'manual', headers });
          const body = await answer.text();
          assert.equal(body.includes('came from another address'), !isOurs, JSON.stringify(headers));
          if (!isOurs) assert.equal(answer.status, 403);
        }
      });
  });
}
