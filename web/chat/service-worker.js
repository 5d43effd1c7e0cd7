/** Notifications of the chat. The build writes these lines after those of `shared/offline/service-worker.js`. */

worker.addEventListener('push', (/** @type {any} */ event) => event.waitUntil(takeChatPush(readPush(event.data))));
worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(openNotice(event.notification.data ?? {}));
});
worker.addEventListener('message', (/** @type {any} */ event) => {
  const { kind, title, options } = event.data;
  if (kind === 'notify')
    event.waitUntil(showOnce(title, options).then((isShown) => event.ports[0].postMessage(isShown)));
});

/** Notifications that were shown last, by tag: a page and a push of one message make one. @type {string[]} */
const shownTags = [];
const MAX_TAGS = 200;
/** A page that does not answer a press so soon is still being opened, or hangs. */
const PAGE_MS = 1000;

/**
 * Push from the server: a chat message, or for somebody who drives a task or a message in a task's topic.
 * @typedef {{ kind?: string, user_id?: number, realm_url?: string, message_id?: number, sender_full_name?: string,
 *   content?: string, recipient_type?: string, recipient_user_ids?: number[], channel_id?: number, channel_name?: string,
 *   topic?: string, topic_address?: string, shown?: number[], taskId?: string, sender?: string, text?: string }} ChatPush
 *
 * What the page stored about whoever is signed in.
 * @typedef {{ userId: number, realmUrl: string, isSilent: boolean,
 *   words: { hidden: string, task: string, taskText: string } }} Known
 */

/** @param {{ json(): unknown } | null} data @returns {ChatPush} */
function readPush(data) {
  try {
    return /** @type {ChatPush} */ (data?.json() ?? {});
  } catch {
    return {};
  }
}

/** @param {ChatPush} push */
async function takeChatPush(push) {
  const stored = await (await caches.open(WORDS)).match(PAGE);
  /** @type {Known | undefined} */
  const known = stored && (await stored.json());
  const isMessage = push.kind === 'message';
  const isOwn = known && (!isMessage || (push.user_id === known.userId && push.realm_url === known.realmUrl));
  // Whoever it is for is not here any more: nothing of theirs is shown to the next one.
  if (!isOwn) return void (await (await worker.registration.pushManager.getSubscription())?.unsubscribe());
  if (isMessage) await closeRead(push);
  if (await isLookedAt()) return;
  const { title, ...options } = isMessage ? noticeOfMessage(push, known) : noticeOfTask(push, known);
  await showOnce(title, { ...options, silent: known.isSilent });
}

/** @param {ChatPush} push @param {Known} known */
function noticeOfMessage(push, { userId, words }) {
  const { message_id: messageId, sender_full_name: sender, content } = push;
  const isDirect = push.recipient_type === 'direct';
  const title = isDirect ? `${sender}` : `${sender} · #${push.channel_name} › ${push.topic}`;
  const data = { userId, messageId, path: pathOfMessage(push, userId), isPushed: true };
  return { title, body: content || words.hidden, tag: `chat-${messageId}`, data };
}

/** @param {ChatPush} push @param {number} userId */
function pathOfMessage(push, userId) {
  const end = `near/${push.message_id}`;
  if (push.recipient_type !== 'direct')
    return `/c/${push.channel_id}/t/${encodeURIComponent(push.topic_address ?? push.topic ?? '')}/${end}`;
  const ids = push.recipient_user_ids ?? [];
  const others = ids.length > 1 ? ids.filter((id) => id !== userId) : ids;
  // Of a conversation of very many the push does not say who they are.
  return others.length > 0 ? `/dm/${others.join(',')}/${end}` : `/all/${end}`;
}

/** @param {ChatPush} push @param {Known} known */
function noticeOfTask({ kind, taskId, topic, sender, text }, { userId, words }) {
  const isMessage = kind === 'said';
  const data = { userId, address: `/driver/task/${taskId}${isMessage ? '/ask' : ''}` };
  return isMessage
    ? { title: `${sender}`, body: `${topic}\n${text}`, tag: `said-${taskId}`, renotify: true, data }
    : { title: words.task, body: words.taskText, tag: `task-${taskId}`, renotify: true, data };
}

/** Takes away what was read elsewhere while no page was open: a push names what is unread of those that were pushed. @param {ChatPush} push */
async function closeRead({ shown = [], message_id: newest = 0 }) {
  const oldest = shown[0] ?? newest;
  for (const notice of await worker.registration.getNotifications()) {
    const { messageId, isPushed } = notice.data ?? {};
    if (isPushed && messageId >= oldest && messageId < newest && !shown.includes(messageId)) notice.close();
  }
}

/**
 * A later one of a task takes the place of the former; one message is shown once.
 * @param {string} title @param {any} options @returns {Promise<boolean>} whether it was not shown before
 */
async function showOnce(title, options) {
  if (!options.renotify) {
    if (shownTags.includes(options.tag)) return false;
    shownTags.push(options.tag);
    if (shownTags.length > MAX_TAGS) shownTags.shift();
    if ((await worker.registration.getNotifications({ tag: options.tag })).length > 0) return false;
  }
  await worker.registration.showNotification(title, { icon: '/icon-192.png', ...options });
  return true;
}

async function chatPages() {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.filter((/** @type {{ url: string }} */ { url }) => isOfApp(new URL(url).pathname));
}

/** Whether somebody looks at the chat: it shows the message itself. */
async function isLookedAt() {
  return (await chatPages()).some((/** @type {{ focused: boolean }} */ { focused }) => focused);
}

/** Leads to what a notification is about: in a page that is open, or in a new one. @param {any} data */
async function openNotice({ path = '/', userId, address = PAGE + path }) {
  const [page] = address.startsWith(PAGE) ? await chatPages() : [];
  if (!page) return worker.clients.openWindow(address);
  await page.focus().catch(() => undefined);
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), PAGE_MS);
  });
  page.postMessage({ kind: 'show', path, userId }, [port2]);
  if (!(await answer)) return worker.clients.openWindow(address);
}
