import { effect, signal } from '@preact/signals';
import { navigate } from 'wouter-preact/use-browser-location';
import { sessionState } from '../../shared/session/session.ts';
import { conversationOfMessage } from '../../store/chat/message.ts';
import { narrowKey, narrowOf } from '../../store/chat/narrow.ts';
import type { ChatEvent } from '../../store/chat/state.ts';
import type { Message } from '../../store/wire/chat.ts';
import { addressOf, BASE, narrowAddressAt, pathBelow } from '../addresses.ts';
import { chat, hasState, listenToEvents } from '../data/chat.ts';
import { queueId } from '../data/connection.ts';
import { personalStorageName, session } from '../data/me.ts';
import { channelName, directName, topicName } from '../data/names.ts';
import { userSettings } from '../data/settings.ts';
import {
  choice,
  closeNotices,
  endNotices,
  endNoticesOfOthers,
  followBrowser,
  followPresses,
  isOn,
  permission,
  show,
  startNotices,
} from './browser.ts';
import { attentionFor, isNaming } from './facts.ts';
import { noticeOf } from './items.ts';
import { maySound, playSound } from './sound.ts';
import { notifyWords as words } from './texts/index.ts';

/** Messages of one moment are decided upon together: what another device reads at once is not shown. */
const GATHER_MS = 250;
/** Notifications of one moment; after a night without a network the newest are shown, and the count says the rest. */
const MAX_AT_ONCE = 5;
/** A message that is older sounds no more. */
const SOUNDS_S = 60;
/** A tab that is looked at decides first, then one that may sound. */
const WAITS_MS = { watched: 0, maySound: 150, other: 400 };
/** A tab that decided keeps the others from it for so long: their clocks may be slow. */
const CLAIM_MS = 10_000;
/** Messages of which is known that they name the person. */
const MAX_NAMING = 1000;

/** Whether a message asked for attention while the person has not chosen about notifications. */
export const isOffered = signal(false);

const pending = new Set<number>();
/** Messages that named the person before: an edit that names them again is no news. */
const naming = new Set<number>();
/** The newest message that an event or a registration brought: what is known of later ones is not whole. */
let newestId = 0;
let isGathering = false;
let isStarted = false;

/** Follows the events of this page: shows notifications and plays sounds, once for all tabs of the browser. */
export function followNotices(): void {
  if (isStarted) return;
  isStarted = true;
  followBrowser();
  followPresses(go);
  listenToEvents(take);
  const { unread, messages } = chat.peek().state;
  for (const [id, { mentioned }] of unread) if (mentioned) noteNaming(id);
  // What came since the page was opened, and before this part was there, is no less new.
  const opened = Math.floor(performance.timeOrigin / 1000);
  for (const id of unread.keys()) if ((messages.get(id)?.timestamp ?? 0) >= opened) add(id);
  effect(() => {
    // A registration: what was read while this page was away is known now.
    if (queueId.value === undefined || !hasState.value) return;
    newestId = Math.max(newestId, Number(chat.peek().state.fields.max_message_id ?? 0));
    void closeSettled();
  });
  followPerson();
}

/** Keeps the service worker and the subscription to pushes in step with who is here, and what they chose. */
function followPerson(): void {
  let started = '';
  effect(() => {
    const { kind } = sessionState.value;
    if (kind === 'ended') void endNotices().catch(() => undefined);
    if (kind !== 'signed in' || !hasState.value || !isOn.value) {
      started = '';
      if (kind === 'signed in' && hasState.value) void endNoticesOfOthers().catch(() => undefined);
      return;
    }
    const isSilent = !chat.value || !userSettings().enable_sounds;
    const key = `${session.value!.person.id} ${isSilent}`;
    if (key === started) return;
    started = key;
    // Where no push service is reached, notifications are shown while a page is open.
    void startNotices(isSilent).catch(() => undefined);
  });
}

function take(event: ChatEvent): void {
  if (event.type === 'message') {
    const { id } = event.message as Message;
    newestId = Math.max(newestId, id);
    if (isNaming(event.flags as string[])) noteNaming(id);
    add(id);
  } else if (event.type === 'update_message') {
    const id = event.message_id as number;
    if (!isNaming((event.flags ?? []) as string[]) || naming.has(id)) return;
    noteNaming(id);
    add(id);
  } else if (event.type === 'update_message_flags' || event.type === 'delete_message') void closeSettled();
}

function noteNaming(id: number): void {
  naming.add(id);
  if (naming.size > MAX_NAMING) naming.delete(naming.values().next().value!);
}

function add(id: number): void {
  const message = chat.peek().state.messages.get(id);
  const attention = message && attentionFor(chat.peek().state, message, new Date());
  if (!attention?.desktop && !attention?.sound) return;
  pending.add(id);
  if (isGathering) return;
  isGathering = true;
  setTimeout(() => void flush(), GATHER_MS);
}

async function flush(): Promise<void> {
  isGathering = false;
  const ids = [...pending].slice(-MAX_AT_ONCE);
  pending.clear();
  const isWatched = document.hasFocus();
  const wait = isWatched ? WAITS_MS.watched : maySound() ? WAITS_MS.maySound : WAITS_MS.other;
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  let isSounded = false;
  for (const id of ids) {
    const { state } = chat.peek();
    const message = state.messages.get(id);
    // Read, deleted or muted meanwhile.
    if (!message || !state.unread.has(id) || !(await claim(id))) continue;
    const { desktop, sound } = attentionFor(state, message, new Date());
    const sounds = sound !== undefined && !isSounded && Date.now() / 1000 - message.timestamp < SOUNDS_S;
    const isSeen = isWatched && isOpen(message);
    if (sounds && !isSeen && maySound()) {
      isSounded = true;
      void playSound(userSettings().notification_sound).catch(() => undefined);
    }
    if (desktop === undefined) continue;
    if (choice.peek() === undefined && permission.peek() !== 'none') isOffered.value = true;
    // The page itself shows it to whoever looks at it.
    if (!isOn.peek() || isWatched) continue;
    await show(noticeFor(message), isSounded || !sounds, go).catch(() => undefined);
  }
}

/** One tab of the browser decides about a message. @returns whether it is this one */
function claim(id: number): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(true);
  return new Promise((resolve) => {
    void navigator.locks.request(personalStorageName(`notice-${id}`), { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && new Promise((end) => setTimeout(end, CLAIM_MS));
    });
  });
}

/** Whether the address shows the conversation of a message. */
function isOpen(message: Message): boolean {
  const open = narrowAddressAt(pathBelow())?.narrow;
  return open !== undefined && narrowKey(open) === narrowKey(narrowOf(conversationOfMessage(message)));
}

function noticeFor(message: Message) {
  const conversation = conversationOfMessage(message);
  const name = 'channelId' in conversation ? channelName(conversation.channelId) : undefined;
  const isOneToOne = 'userIds' in conversation && conversation.userIds.length <= 2;
  return noticeOf(message, {
    place:
      'channelId' in conversation
        ? `#${name} › ${topicName(conversation.topic)}`
        : isOneToOne
          ? undefined
          : directName(conversation.userIds),
    path: addressOf(narrowOf(conversation), { near: message.id, channelName: name }),
    hidden: words.hidden,
    showsDirect: userSettings().pm_content_in_desktop_notifications,
  });
}

/** Takes away what was read, deleted or moved out of sight, wherever that happened. */
async function closeSettled(): Promise<void> {
  const { unread } = chat.peek().state;
  await closeNotices((id) => id <= newestId && !unread.has(id)).catch(() => undefined);
}

const go = (path: string) => navigate(`${BASE}${path}`);
