import { useLocation } from 'wouter-preact';
import { type KeyName, useKeys } from '../../shared/keys.ts';
import { showToast } from '../../shared/ui/toast.tsx';
import { conversationOfMessage } from '../../store/chat/message.ts';
import { type Narrow, narrowOf } from '../../store/chat/narrow.ts';
import type { Message } from '../../store/wire/chat.ts';
import { addressOf, BASE, narrowAddressAt, pathBelow } from '../addresses.ts';
import { chat, hasState } from '../data/chat.ts';
import { personIntent, startIntent } from '../data/intents.ts';
import { channelName } from '../data/names.ts';
import { userSettings } from '../data/settings.ts';
import { unread } from '../data/unread.ts';
import { uncoverMessages } from '../parts/right-state.ts';
import { screens, startAddress } from '../screens.ts';
import { words } from '../texts/index.ts';

const muteTopic = async (narrow: Narrow | undefined) => (await import('./mute-topic.ts')).muteTopic(narrow);

/** Loaded with the first key that needs it. */
const loadPlaces = () => import('./unread-places.ts');

/** Handles the keys that lead from one place to another; of those of a list or the composer, these have their own. */
export function useShellKeys(others: Partial<Record<KeyName, () => void>>): void {
  const [, go] = useLocation();
  const goTo = (narrow: Narrow | undefined) => {
    if (!narrow || narrow.kind === 'search') return showToast(words.nothingUnread);
    go(addressOf(narrow, { channelName: 'channelId' in narrow ? channelName(narrow.channelId) : undefined }));
  };
  const goUnread = async (step: 1 | -1) =>
    goTo((await loadPlaces()).nextUnreadTopic(chat.peek().state, unread.peek(), here(), step));
  const goUnreadDirect = async () => goTo((await loadPlaces()).nextUnreadDirect(unread.peek(), here()));
  useKeys({
    ...others,
    ...Object.fromEntries(screens.flatMap(({ id, key }) => (key ? [[key, () => go(`/${id}`)]] : []))),
    ...(hasState.value && {
      // Their part may still be loading: what is pressed until then is done then.
      newTopic: () => {
        startIntent.value = 'topic';
      },
      newDirect: () => {
        startIntent.value = 'direct';
      },
      nextTopic: () => void goUnread(1),
      previousTopic: () => void goUnread(-1),
      nextDirect: () => void goUnreadDirect(),
      narrowToTopic: () => {
        const message = focusedMessage();
        if (message) goTo(narrowOf(conversationOfMessage(message)));
      },
      narrowToChannel: () => {
        const message = focusedMessage();
        const narrow = message ? narrowOf(conversationOfMessage(message)) : here();
        if (narrow?.kind === 'topic') goTo({ kind: 'channel', channelId: narrow.channelId });
      },
      showPerson: () => {
        const message = focusedMessage();
        const beside = document.activeElement;
        if (message && beside instanceof HTMLElement) personIntent.value = { userId: message.sender_id, beside };
      },
      search: () => go('/search'),
      muteTopic: () => void muteTopic(here()),
      // What lies above the messages goes first.
      close: () => {
        if (!uncoverMessages()) goBack(() => go(startAddress()));
      },
    }),
  });
}

/** Returns the message that has the focus, in whatever list. */
function focusedMessage(): Message | undefined {
  const row = document.activeElement?.closest<HTMLElement>('[data-message]');
  return row ? chat.peek().state.messages.get(Number(row.dataset.message)) : undefined;
}

/** Returns the narrow that is open. */
const here = (): Narrow | undefined => narrowAddressAt(pathBelow())?.narrow;

/** Leaves a field that one writes in; from elsewhere, goes back to where one was. @param home where nobody was before */
function goBack(home: () => void): void {
  const field = document.activeElement;
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.blur();
  else if (!userSettings().web_escape_navigates_to_home_view) return;
  else if (wasInChat()) history.back();
  else home();
}

/** The part of the Navigation API that says where one was; some browsers do not have it. */
interface WithNavigation {
  navigation?: { currentEntry: { index: number } | null; entries(): readonly { url: string | null }[] };
}

/** Whether the address before this one is one of the chat's. */
function wasInChat(): boolean {
  const { navigation } = globalThis as WithNavigation;
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]?.url;
  return before != null && new URL(before).pathname.startsWith(`${BASE}/`);
}
