import type { Conversation } from '../../store/chat/conversation.ts';
import { isHolder } from '../../store/chat/select/holders.ts';
import type { ChatState } from '../../store/chat/state.ts';
import type { PermissionHolders, User } from '../../store/wire/chat.ts';

/** People that a mention of all may reach without a warning, and without a permission (chat-api.md, wildcards). */
const SMALL_PEOPLE = 15;

export interface Warnings {
  /** A mention of all that reaches many. `people`: how many; undefined where it is not known. */
  many: { people: number | undefined; isAllowed: boolean } | undefined;
  /** Mentioned people who do not get the message. */
  outside: readonly User[];
}

const MENTION = /@\*\*([^*\n]{1,200})\*\*/g;

/** Returns what somebody should know before a message goes out. */
export function warningsOf(state: ChatState, conversation: Conversation, text: string): Warnings {
  if (!('channelId' in conversation) || !text.includes('@**')) return { many: undefined, outside: [] };
  const subscribers = state.subscribers.get(conversation.channelId);
  const outside = new Map<number, User>();
  let isForAll = false;
  for (const [, body] of withoutCode(text).matchAll(MENTION)) {
    if (/^(all|everyone|channel|stream)$/.test(body!)) isForAll = true;
    const user = mentioned(state, body!);
    if (user && subscribers && !subscribers.has(user.user_id) && user.user_id !== state.ownUserId)
      outside.set(user.user_id, user);
  }
  const people = subscribers?.size ?? state.channels.get(conversation.channelId)?.subscriber_count;
  const isMany = isForAll && (people === undefined || people > SMALL_PEOPLE);
  const holders = state.fields.realm_can_mention_many_users_group as PermissionHolders | undefined;
  return {
    many: isMany ? { people, isAllowed: !holders || isHolder(state, holders, state.ownUserId) } : undefined,
    outside: [...outside.values()],
  };
}

function mentioned(state: ChatState, body: string): User | undefined {
  const id = /\|(\d{1,15})$/.exec(body)?.[1];
  if (id) return state.users.get(Number(id));
  const name = body.toLowerCase();
  for (const user of state.users.values()) if (user.full_name.toLowerCase() === name) return user;
  return undefined;
}

/** A mention in code or in a quote notifies nobody. */
function withoutCode(text: string): string {
  return text
    .replaceAll(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\1|$(?![\s\S]))/gm, '')
    .replaceAll(/`[^`\n]*`/g, '')
    .replaceAll(/^>.*$/gm, '');
}
