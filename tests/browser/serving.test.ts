import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { BUILT_PAGES, readWebBuild, type WebBuild } from '../../src/pages/static/web-build.ts';
import { startTestServer } from '../harness/server.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
let build: WebBuild;

before(async () => {
  server = await startTestServer({ web: true });
  await server.organization();
  build = await readWebBuild(BUILT_PAGES);
});

after(() => server[Symbol.asyncDispose]());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers: { 'accept-encoding': 'identity', ...headers }, redirect: 'manual' });

describe('an app', () => {
  test('has one page at every address below its own, kept only to be asked about', async () => {
    const page = await get('/gallery');
    const text = await page.text();
    assert.equal(page.status, 200);
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(page.headers.get('cache-control'), 'no-cache');
    for (const path of ['/gallery/', '/gallery/a/b?c=d', '/gallery/x.js', '/gallery/%F0%9F%9A%B2']) {
      const below = await get(path);
      assert.equal(below.status, 200, path);
      assert.equal(await below.text(), text, path);
    }
    // `fetch` adds `Cache-Control: no-cache` to a condition of the caller's own.
    const again = await server.app.inject({
      url: '/gallery/elsewhere',
      headers: { 'if-none-match': page.headers.get('etag')! },
    });
    assert.equal(again.statusCode, 304);
    assert.equal(again.headers['cache-control'], 'no-cache');
  });

  test('says in each language what it needs where a browser runs no scripts', async () => {
    for (const app of ['/chat', '/dispatch', '/driver', '/admin']) {
      const text = await (await get(app)).text();
      assert.match(
        text,
        /<noscript>.*<p lang="de">Diese Seite braucht JavaScript.*<p lang="en">This page needs JavaScript/s,
      );
    }
  });

  test('of drivers has icons that phones can cut to their shape, and one that Apple’s take', async () => {
    const { icons } = (await (await get('/driver.webmanifest')).json()) as {
      icons: { src: string; sizes: string; type: string; purpose: string }[];
    };
    for (const purpose of ['any', 'maskable'])
      for (const sizes of ['192x192', '512x512'])
        assert.ok(icons.some((icon) => icon.purpose === purpose && icon.sizes === sizes && icon.type === 'image/png'));
    const pictures = icons.filter(({ type }) => type === 'image/png');
    assert.match(await (await get('/driver')).text(), /<link rel="apple-touch-icon" href="\/icon-180.png">/);
    for (const { src, sizes } of [...pictures, { src: '/icon-180.png', sizes: '180x180' }]) {
      const { width, height } = await sharp(await (await get(src)).arrayBuffer()).metadata();
      assert.equal(`${width}x${height}`, sizes, src);
    }
  });

  test('runs nothing but what this server sent as a file', async () => {
    const { headers } = await get('/gallery');
    const policy = new Map(
      headers
        .get('content-security-policy')!
        .split('; ')
        .map((part) => [part.split(' ')[0], part.slice(part.indexOf(' ') + 1)]),
    );
    assert.equal(policy.get('default-src'), "'none'");
    for (const kind of ['script-src', 'style-src', 'connect-src', 'form-action'])
      assert.equal(policy.get(kind), "'self'");
    for (const kind of ['base-uri', 'frame-ancestors']) assert.equal(policy.get(kind), "'none'");
    assert.equal(policy.get('require-trusted-types-for'), "'script'");
    assert.equal(policy.get('trusted-types'), 'hubbub-message default');
    assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin');
    assert.equal(headers.get('permissions-policy'), 'camera=(), geolocation=(), microphone=()');
    const driver = (await get('/driver')).headers;
    assert.equal(driver.get('permissions-policy'), 'camera=(self), geolocation=(self), microphone=()');
    assert.match(driver.get('content-security-policy')!, /script-src 'self' 'wasm-unsafe-eval';/);
  });

  test('is found nowhere else', async () => {
    for (const path of ['/galleryx', '/index.html', '/build.json', '/manifest.json', '/.stamp.json', '/gallery.html']) {
      const answer = await get(path, { accept: 'application/json' });
      assert.equal(answer.status, 404, path);
    }
  });

  test('sees from the answers of the APIs which build the server has', async () => {
    for (const path of ['/api/v1/server_settings', '/api/v2/auth/test', '/api/v1/nothing/here']) {
      const answer = await get(path);
      assert.equal(answer.headers.get('hubbub-build'), build.id, path);
      assert.match(answer.headers.get('content-type')!, /^application\/json/, path);
    }
  });
});

describe('what a page loads', () => {
  test('is kept for ever, since its name says its content', async () => {
    const script = build.assets.find((name) => name.endsWith('.js'))!;
    const answer = await get(`/${script}`);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.match(answer.headers.get('content-type')!, /^application\/javascript/);
    assert.match(await (await get('/gallery')).text(), /<script type="module" crossorigin src="\/assets\//);
  });

  test('comes compressed as the build left it, to whoever takes it', async () => {
    const name = build.assets.find((each) => each.endsWith('.js.br'))!.slice(0, -3);
    const plain = await (await get(`/${name}`)).text();
    for (const [accepted, encoding] of [
      ['gzip, br', 'br'],
      ['gzip', 'gzip'],
      ['zstd', null],
    ] as const) {
      const answer = await get(`/${name}`, { 'accept-encoding': accepted });
      assert.equal(answer.headers.get('content-encoding'), encoding, accepted);
      assert.match(answer.headers.get('content-type')!, /^application\/javascript/, accepted);
      assert.match(answer.headers.get('vary')!, /accept-encoding/i, accepted);
      assert.equal(await answer.text(), plain, accepted);
    }
  });

  test('is nothing that lies beside it', async () => {
    for (const path of ['/assets/', '/assets/nothing.js', '/assets/..%2fbuild.json', '/assets/%2e%2e/build.json'])
      assert.ok([403, 404].includes((await get(path)).status), path);
  });

  test('a picture of the site keeps its name, and is asked for anew', async () => {
    const answer = await get('/favicon.svg');
    assert.equal(answer.headers.get('content-type'), 'image/svg+xml');
    assert.equal(answer.headers.get('cache-control'), 'no-cache');
  });
});

test('WEB=off serves no app, but the APIs and the pages that the server writes', async () => {
  await using bare = await startTestServer();
  assert.equal((await fetch(`${bare.url}/gallery`)).status, 404);
  assert.equal((await fetch(`${bare.url}/sign-in`)).status, 200);
  const answer = await fetch(`${bare.url}/api/v1/server_settings`);
  assert.equal(answer.headers.get('hubbub-build'), null);
});
