/** Notifications of the driver's app. The build writes these lines after those of `shared/offline/service-worker.js`. */

worker.addEventListener('push', (/** @type {any} */ event) => event.waitUntil(showPush(event.data?.json() ?? {})));
worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

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
