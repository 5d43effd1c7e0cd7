import { useLocation } from 'wouter-preact';
import { switchWords } from '../../shared/app-switch/texts/index.ts';
import { useFinder } from '../../shared/finder/use-finder.ts';
import { texts } from '../../shared/texts/index.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import type { IconName } from '../../shared/ui/icon-names.ts';
import type { Option } from '../../shared/ui/list-box.tsx';
import { Palette } from '../../shared/ui/palette.tsx';
import { ascending } from '../../store/chat/conversation.ts';
import { narrowOf } from '../../store/chat/narrow.ts';
import { channelReader, creatablePrivacies } from '../../store/chat/select/channels.ts';
import { completeChannels, completePeople, rank } from '../../store/chat/select/completion.ts';
import { searchKey } from '../../store/chat/select/match.ts';
import { recentConversations } from '../../store/chat/select/recent.ts';
import { addressOf } from '../addresses.ts';
import { chat } from '../data/chat.ts';
import { isStatusAsked } from '../data/intents.ts';
import { isInvisible, setInvisible } from '../data/invisible.ts';
import { markRead } from '../data/mark-read.ts';
import { ownUserId, session } from '../data/me.ts';
import { channelName, directName, topicName } from '../data/names.ts';
import { unread } from '../data/unread.ts';
import { leaveChat } from '../leave/sign-out.ts';
import { toggleRight } from '../parts/right-state.ts';
import { screens } from '../screens.ts';
import { notePlaceChosen, settingsPath, settingsPlaces } from '../settings/places.ts';
import { words as chatWords } from '../texts/index.ts';
import './palette.css';
import { paletteWords as words } from './texts/index.ts';

/** More than a screenful is no choice. */
const MAX_OPTIONS = 12;
/** Options of one kind, so that it does not push out the others. */
const MAX_OF_KIND = 5;

/** Recent conversations that are looked through. */
const MAX_RECENT = 300;

interface Found {
  id: string;
  name: string;
  /** Its kind, or where it is. */
  side: string;
  icon: IconName;
  choose(): void;
}

interface ChatPaletteProps {
  onClose(): void;
  onKeys(): void;
  onRest(): void;
}

/** Goes to conversations, people, channels and views, and does what can be done anywhere. */
export function ChatPalette({ onClose, onKeys, onRest }: ChatPaletteProps) {
  const [, go] = useLocation();
  const { state } = chat.peek();
  const finder = useFinder({ messages: true, tasks: session.peek()?.apps.dispatch != null });
  const commands: Found[] = [
    ...screens.map(
      ({ id, icon }): Found => ({
        id,
        name: chatWords.screens[id],
        side: words.view,
        icon,
        choose: () => go(`/${id}`),
      }),
    ),
    ...(
      [
        ['search', chatWords.screens.search, 'search', () => go('/search')],
        ['read', words.markAllRead, 'check-check', () => void markRead({ kind: 'all' })],
        ['people', words.people, 'users', () => toggleRight()],
        ['status', chatWords.status, 'smile', () => (isStatusAsked.value = true)],
        [
          'invisible',
          isInvisible() ? words.visible : words.invisible,
          isInvisible() ? 'eye' : 'eye-off',
          () => void setInvisible(!isInvisible()),
        ],
        ...(creatablePrivacies(channelReader(state)).length > 0
          ? [['create', words.createChannel, 'plus', () => go('/channels/new')] as const]
          : []),
        ['rest', chatWords.rest, 'bell-off', onRest],
        ['keys', texts.keys.title, 'keyboard', onKeys],
        ['account', switchWords.account, 'circle-user', () => location.assign('/account')],
        ['sign-out', texts.session.signOut, 'log-out', () => void leaveChat()],
      ] as const
    ).map(([id, name, icon, choose]): Found => ({ id, name, side: words.command, icon, choose })),
  ];
  const settings = settingsPlaces().map(({ at, name }): Found => {
    const choose = () => {
      notePlaceChosen();
      go(settingsPath(at));
    };
    return { id: `setting ${at}`, name, side: chatWords.screens.settings, icon: 'settings', choose };
  });
  const recent = recentConversations(state, [], unread.peek())
    .slice(0, MAX_RECENT)
    .map(({ key, conversation }): Found => {
      const isDirect = 'userIds' in conversation;
      const side = isDirect ? words.direct : channelName(conversation.channelId);
      const choose = () => go(addressOf(narrowOf(conversation), { channelName: isDirect ? undefined : side }));
      const name = isDirect ? directName(conversation.userIds) : topicName(conversation.topic);
      return { id: key, name, side, icon: isDirect ? 'message-circle' : 'hash', choose };
    });
  const keyOf = ({ name, side }: Found) => searchKey(`${name}\n${side}`);
  const find = (query: string): Found[] => {
    if (query.trim() === '') return [...recent.slice(0, MAX_OF_KIND), ...commands].slice(0, MAX_OPTIONS);
    const people = completePeople(state, query, { most: MAX_OF_KIND }).items.map((user): Found => {
      const userIds = ascending(new Set([user.user_id, ownUserId.peek()]));
      const choose = () => go(addressOf({ kind: 'direct', userIds }));
      return { id: `user ${user.user_id}`, name: user.full_name, side: words.person, icon: 'user', choose };
    });
    const channels = completeChannels(state, query).items.map((channel): Found => {
      const { stream_id: channelId, name } = channel;
      const choose = () => go(addressOf({ kind: 'channel', channelId }, { channelName: name }));
      return { id: `channel ${channelId}`, name, side: words.channel, icon: 'hash', choose };
    });
    const searches: Found[] = [
      {
        id: 'find messages',
        name: words.findMessages({ query: query.trim() }),
        side: chatWords.screens.search,
        icon: 'search',
        choose: () => go(`/search?q=${encodeURIComponent(query.trim())}`),
      },
      ...(session.peek()?.apps.dispatch
        ? [
            {
              id: 'find tasks',
              name: words.findTasks({ query: query.trim() }),
              side: switchWords.dispatch,
              icon: 'map' as const,
              choose: () => location.assign(`/dispatch/table?q=${encodeURIComponent(query.trim())}`),
            },
          ]
        : []),
    ];
    const places = [
      ...channels.slice(0, MAX_OF_KIND),
      ...people,
      ...rank(query, recent, { keyOf, most: MAX_OF_KIND }).items,
      ...rank(query, commands, { keyOf, most: MAX_OF_KIND }).items,
      ...rank(query, settings, { keyOf, most: MAX_OF_KIND }).items,
    ];
    // What the page does not know is found by the searches of both apps, however much matches here. What the server found
    // stands below them: nothing that one is about to choose moves when its answer comes.
    return [...places.slice(0, MAX_OPTIONS - searches.length), ...searches, ...foundOnServer(query)];
  };
  const foundOnServer = (query: string): Found[] => {
    const { text, messages, tasks } = finder.found.value;
    if (text !== query.trim()) return [];
    return [
      ...messages.map(({ id, sender, text: words, address }): Found => {
        return { id: `message ${id}`, name: words, side: sender, icon: 'message-circle', choose: () => go(address) };
      }),
      ...tasks.map(({ id, name, address }): Found => {
        const choose = () => location.assign(`/dispatch/board?task=${encodeURIComponent(id)}`);
        return { id: `task ${id}`, name, side: address, icon: 'package', choose };
      }),
    ];
  };
  let found: readonly Found[] = [];
  return (
    <Palette
      find={(query) => {
        found = find(query);
        return found.map(optionOf);
      }}
      onQuery={finder.ask}
      onChoose={({ id }) => found.find((each) => each.id === id)?.choose()}
      onClose={onClose}
    />
  );
}

function optionOf({ id, name, side, icon }: Found): Option {
  return {
    id,
    label: name,
    content: (
      <>
        <Icon name={icon} />
        <span class="palette-name" dir="auto">
          {name}
        </span>
        <span class="palette-side" dir="auto">
          {side}
        </span>
      </>
    ),
  };
}
