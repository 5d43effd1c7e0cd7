import { computed, signal } from '@preact/signals';
import { request, sessionState } from '../../shared/session/session.ts';
import { chat } from '../data/chat.ts';
import { ownUserId, personalStorageName, session } from '../data/me.ts';
import type { MessageNotice } from './items.ts';
import { notifyWords as words } from './texts/index.ts';

/** The browser's permission; `none`: it has no notifications (a page without https, some phones). */
type Permission = NotificationPermission | 'none';

/** The person's choice in this browser; undefined: they were not asked. */
type Choice = 'on' | 'off' | undefined;

const readPermission = (): Permission => ('Notification' in globalThis ? Notification.permission : 'none');

export const permission = signal<Permission>(readPermission());
export const choice = signal<Choice>(undefined);

/** Whether this browser gets pushes while no page is open. */
export const hasPushes = signal(false);

/** Whether notifications are shown in this browser. */
export const isOn = computed(() => permission.value === 'granted' && choice.value === 'on');

/** The service worker's cache of what it knows about the person; the page writes and deletes it. */
const KNOWN = 'chat words';
const SCOPE = '/chat';
/** A service worker answers at once, or its browser is stopping it. */
const ANSWER_MS = 5000;

const choiceName = () => personalStorageName('notify');

function readChoice(): Choice {
  const stored = localStorage.getItem(choiceName());
  return stored === 'on' || stored === 'off' ? stored : undefined;
}

/** Stores the person's choice for this browser: other tabs follow. */
export function choose(next: 'on' | 'off'): void {
  localStorage.setItem(choiceName(), next);
  choice.value = next;
}

/** Follows the choice of other tabs, and the permission that the person gives or takes in the browser. */
export function followBrowser(): void {
  const look = () => {
    permission.value = readPermission();
    choice.value = readChoice();
  };
  look();
  addEventListener('storage', look);
  addEventListener('focus', look);
  void navigator.permissions
    ?.query({ name: 'notifications' })
    .then((status) => status.addEventListener('change', look))
    .catch(() => undefined);
}

/** Asks the browser, after a press; then notifications are shown here. @returns whether they are */
export async function turnOn(): Promise<boolean> {
  if (permission.peek() === 'none') return false;
  permission.value = await Notification.requestPermission();
  if (permission.value !== 'granted') return false;
  choose('on');
  return true;
}

/** Shows no more notifications in this browser, nor gets pushes. */
export async function turnOff(): Promise<void> {
  choose('off');
  const subscription = await (await registration())?.pushManager?.getSubscription();
  if (subscription) {
    const { endpoint } = subscription;
    await request('/api/session/push', { method: 'DELETE', body: { endpoint } }).catch(() => undefined);
  }
  await endNotices();
}

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker?.getRegistration(SCOPE);
}

/**
 * Lets the service worker know whose notifications these are, and subscribes to pushes. To be called with each page:
 * the session may be another one than when this browser subscribed.
 * @param isSilent whether notifications make no sound
 */
export async function startNotices(isSilent: boolean): Promise<void> {
  const { serviceWorker } = navigator;
  const { pushKey } = session.peek()!;
  const userId = ownUserId.peek();
  if (!serviceWorker || !(await registration())) return;
  const here = await serviceWorker.ready;
  const { realm_url: realmUrl } = chat.peek().state.fields;
  const known = { userId, realmUrl, isSilent, words: words.worker };
  await (await caches.open(KNOWN)).put(SCOPE, new Response(JSON.stringify(known)));
  // Somebody left meanwhile.
  if (!isStillHere(userId)) return endNotices();
  // Those of somebody else who was here before.
  for (const notice of await here.getNotifications())
    if ((notice.data as NoticeData | null)?.userId !== userId) notice.close();
  if (!pushKey || !here.pushManager) return;
  const subscription = await subscribe(here, pushKey);
  await request('/api/session/push', { method: 'POST', body: subscription.toJSON() });
  hasPushes.value = true;
}

function isStillHere(userId: number): boolean {
  return sessionState.peek().kind === 'signed in' && ownUserId.peek() === userId && isOn.peek();
}

async function subscribe(here: ServiceWorkerRegistration, key: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const known = await here.pushManager.getSubscription();
  if (!known) return here.pushManager.subscribe(options);
  try {
    return await here.pushManager.subscribe(options);
  } catch {
    // It is of another key: the server has a new one.
    await known.unsubscribe();
    return here.pushManager.subscribe(options);
  }
}

/** Takes away everything of the person: what is shown, what the service worker knows, the subscription to pushes. */
export async function endNotices(): Promise<void> {
  hasPushes.value = false;
  for (const shown of fallback.values()) shown.close();
  fallback.clear();
  if (!('caches' in globalThis)) return;
  await caches.delete(KNOWN);
  const here = await registration();
  if (!here) return;
  for (const notice of await here.getNotifications()) notice.close();
  await (await here.pushManager?.getSubscription())?.unsubscribe();
}

/** Takes away what another person left in this browser: they signed out elsewhere, while no chat was open. */
export async function endNoticesOfOthers(): Promise<void> {
  const known = 'caches' in globalThis && (await caches.match(SCOPE, { cacheName: KNOWN }));
  if (!known) return;
  const { userId } = (await known.json()) as { userId: number };
  if (userId !== ownUserId.peek()) await endNotices();
}

/** Data of a notification, for the service worker and the pages. */
interface NoticeData {
  userId: number;
  messageId?: number;
  path: string;
}

/** Notifications of a page without a service worker, by tag. */
const fallback = new Map<string, Notification>();

/** Shows a notification, unless a page or a push has shown it before. */
export async function show(notice: MessageNotice, isSilent: boolean, go: (path: string) => void): Promise<void> {
  const { title, body, tag, ...about } = notice;
  const data: NoticeData = { userId: ownUserId.peek(), ...about };
  const options = { body, tag, data, silent: isSilent };
  const worker = (await registration())?.active;
  if (worker) {
    const message = { kind: 'notify', title, options };
    // A worker that the browser was just stopping has lost it: the second one starts it again.
    if ((await ask(worker, message)) === undefined) await ask(worker, message);
    return;
  }
  const shown = new Notification(title, options);
  fallback.set(tag, shown);
  shown.onclick = () => {
    focus();
    go(about.path);
  };
  shown.onclose = () => fallback.delete(tag);
}

/** Sends a message to the service worker, and waits for its answer; undefined: it gave none in time. */
function ask(worker: ServiceWorker, message: object): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, ANSWER_MS);
    worker.postMessage(message, [port2]);
  });
}

/** Takes away the notifications of messages that ask for no more attention. */
export async function closeNotices(isSettled: (messageId: number) => boolean): Promise<void> {
  const ofWorker = (await (await registration())?.getNotifications()) ?? [];
  for (const notice of [...fallback.values(), ...ofWorker]) {
    const { messageId } = (notice.data ?? {}) as Partial<NoticeData>;
    if (messageId !== undefined && isSettled(messageId)) notice.close();
  }
}

/** Goes where a notification leads that was pressed in the service worker; one of somebody else leads nowhere. */
export function followPresses(go: (path: string) => void): void {
  navigator.serviceWorker?.addEventListener('message', ({ data, ports }) => {
    if (data?.kind !== 'show') return;
    ports[0]?.postMessage(true);
    if (data.userId === ownUserId.peek()) go(data.path);
  });
}
