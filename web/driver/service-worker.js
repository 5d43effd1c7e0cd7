/**
 * The driver's app without a network. It keeps one whole build and serves it until a page says that the next one may take over:
 * in the middle of a shift nothing changes. What the API answers goes past it.
 *
 * @typedef {{ build: string, entry: string, files: string[], later: string[] }} Built written before these lines by the build
 */

/** @type {any} */
const worker = self;
/** @type {Built} */
// @ts-expect-error: written before these lines by the build
const built = BUILT;

const PAGE = '/driver';
const CACHE = `driver ${built.build}`;
/** Key of the push texts, stored by the page that subscribed. */
const WORDS = 'driver words';

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(keepBuild()));
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const { pathname, origin } = new URL(request.url);
  if (origin !== worker.location.origin) return;
  if (request.mode === 'navigate') {
    if (isOfApp(pathname)) event.respondWith(answer(PAGE, request));
  } else if (built.files.includes(pathname) || pathname.startsWith('/assets/'))
    event.respondWith(answer(pathname, request));
});
worker.addEventListener('message', (/** @type {any} */ event) => event.waitUntil(receive(event.data)));
worker.addEventListener('push', (/** @type {any} */ event) => event.waitUntil(showPush(event.data?.json() ?? {})));
worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

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

/** @param {string} name @param {Request} request */
async function answer(name, request) {
  const own = await (await caches.open(CACHE)).match(name);
  return own ?? (await caches.match(name)) ?? fetch(request);
}

/** @param {{ kind: string, words?: unknown }} message */
async function receive({ kind, words }) {
  if (kind === 'take over') await worker.skipWaiting();
  if (kind === 'words') await (await caches.open(WORDS)).put(PAGE, new Response(JSON.stringify(words)));
  if (kind === 'later') for (const file of built.later) await keepFile(await caches.open(CACHE), file);
  if (kind === 'tidy') await tidy();
}

/** The page is of this build: nobody needs those before it, unless another tab is of one. What a newer one is bringing stays. */
async function tidy() {
  const before = (await caches.keys()).filter((name) => name.startsWith('driver ') && name !== CACHE && name !== WORDS);
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const own = pages.filter((/** @type {{ url: string }} */ { url }) => isOfApp(new URL(url).pathname));
  if (own.length > 1 || worker.registration.installing || worker.registration.waiting) return;
  await Promise.all(before.map((name) => caches.delete(name)));
}

/** @param {string} pathname */
function isOfApp(pathname) {
  return pathname === PAGE || pathname.startsWith(`${PAGE}/`);
}

/**
 * Push from the server: a task, a message in a task's topic, or a chat message for people with a chat account.
 * @typedef {{ kind?: string, taskId?: string, topic?: string, sender?: string, text?: string, message_id?: number,
 *   sender_full_name?: string, content?: string }} Push
 */

/** @param {Push} push */
async function showPush(push) {
  for (const client of await worker.clients.matchAll({ type: 'window' })) client.postMessage({ kind: 'refresh' });
  const { title, ...options } = await notificationOf(push);
  await worker.registration.showNotification(title, options);
}

/** @param {Push} push */
async function notificationOf({ kind, taskId, ...push }) {
  if (kind === 'said') {
    const body = `${push.topic}\n${push.text}`;
    // What is said of one task stands in one notification, and sounds each time.
    return { title: push.sender, body, tag: `said-${taskId}`, renotify: true, data: { taskId, isSaid: true } };
  }
  if (kind === 'message')
    return { title: push.sender_full_name, body: push.content, tag: `chat-${push.message_id}`, data: {} };
  const stored = await (await caches.open(WORDS)).match(PAGE);
  const { title, text } = stored ? await stored.json() : { title: 'Hubbub', text: '' };
  return { title, body: text, tag: taskId, data: { taskId } };
}

/** @param {{ taskId?: string, isSaid?: boolean }} about */
async function show({ taskId, isSaid }) {
  const address = taskId ? `${PAGE}/task/${taskId}${isSaid ? '/ask' : ''}` : PAGE;
  const [open] = await worker.clients.matchAll({ type: 'window' });
  if (!open) return worker.clients.openWindow(address);
  if (taskId) open.postMessage({ kind: 'show', taskId, isSaid });
  return open.focus();
}
