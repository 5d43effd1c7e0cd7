/**
 * An app without a network. The worker keeps one whole build and serves it until a page says that the next one may take over.
 * It never sees answers of the API, nor anything else of a person: what it keeps is the same for everybody.
 *
 * @typedef {{ app: string, build: string, entry: string, files: string[], later: string[] }} Built written before these lines by the build
 */

/** @type {any} */
const worker = self;
/** @type {Built} */
// @ts-expect-error: written before these lines by the build
const built = BUILT;

const PAGE = `/${built.app}`;
const CACHE = `${built.app} ${built.build}`;
/** Key of the push texts, stored by the page that subscribed. */
const WORDS = `${built.app} words`;

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(keepBuild()));
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const { pathname, origin } = new URL(request.url);
  if (origin !== worker.location.origin) return;
  if (request.mode === 'navigate') {
    if (!isOfApp(pathname)) return;
    event.respondWith(answer(PAGE, request));
    event.waitUntil(noteVisit());
  } else if (built.files.includes(pathname) || pathname.startsWith('/assets/'))
    event.respondWith(answer(pathname, request));
});
worker.addEventListener('message', (/** @type {any} */ event) => event.waitUntil(receive(event.data)));

/** @param {Cache} cache @param {string} file */
async function keepFile(cache, file) {
  const cached = file.startsWith('/assets/') && (await caches.match(file));
  const found = cached || (await fetch(file, { credentials: 'same-origin' }));
  if (!found.ok) throw new Error(file);
  await cache.put(file, found);
}

/** All of it or nothing; what another build has brought already is not loaded again. */
async function keepBuild() {
  const cache = await caches.open(CACHE);
  const page = await fetch(PAGE, { cache: 'no-cache', credentials: 'same-origin' });
  const text = await page.clone().text();
  // Another server of a rolling upgrade: the browser tries again later.
  if (!page.ok || page.redirected || !text.includes(built.entry)) throw new Error('the page of another build');
  await Promise.all(built.files.map((file) => keepFile(cache, file)));
  await cache.put(PAGE, page);
}

/** The build's own cache, opened once: a start asks for dozens of files. @type {Promise<Cache> | undefined} */
let own;

/** @param {string} name @param {Request} request */
async function answer(name, request) {
  own ??= caches.open(CACHE);
  const found = await (await own).match(name);
  return found ?? (await caches.match(name)) ?? fetch(request);
}

/** The server notes which app was opened last (by a cookie): its first address leads there. */
async function noteVisit() {
  await fetch(PAGE, { cache: 'no-cache', credentials: 'same-origin' }).catch(() => undefined);
}

/** @param {{ kind: string, words?: unknown, withCodes?: boolean }} message */
async function receive({ kind, words, withCodes = false }) {
  if (kind === 'take over') await worker.skipWaiting();
  if (kind === 'words') await (await caches.open(WORDS)).put(PAGE, new Response(JSON.stringify(words)));
  if (kind === 'later')
    for (const file of built.later)
      if (withCodes || !file.endsWith('.wasm')) await keepFile(await caches.open(CACHE), file);
  if (kind === 'tidy') await tidy();
}

/** The page is of this build: nobody needs those before it, unless another tab is of one. What a newer one is bringing stays. */
async function tidy() {
  const all = await caches.keys();
  const before = all.filter((name) => name.startsWith(`${built.app} `) && name !== CACHE && name !== WORDS);
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const own = pages.filter((/** @type {{ url: string }} */ { url }) => isOfApp(new URL(url).pathname));
  if (own.length > 1 || worker.registration.installing || worker.registration.waiting) return;
  await Promise.all(before.map((name) => caches.delete(name)));
}

/** @param {string} pathname */
function isOfApp(pathname) {
  return pathname === PAGE || pathname.startsWith(`${PAGE}/`);
}
