import { BUILT_IN_EMOJI } from '../../chat/emoji/built-in-emoji.ts';
import { emojiCode, emojiNames, knownEmojiCode } from '../../chat/emoji/unicode-emoji.ts';
import { flagBits } from '../../chat/reading/flags.ts';
import { limits } from '../../chat/settings/realm-settings.ts';
import { readTopic } from '../../chat/topics/topic-name.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { SourceEdit } from '../source.ts';
import type { ReactionRow } from './tables.ts';
import { rewriteText, type TextNames } from './text.ts';
import { exactTime, rowId, textIn } from './values.ts';

/** A message of the export. */
export interface ZulipMessage {
  id: string;
  sender: string;
  recipient: string;
  topic: string;
  content: string;
  sentAt: string;
  editedAt: string | null;
  movedAt: string | null;
  /** Newest first. */
  history: readonly JsonObject[];
}

/** Items of a history that are imported, the newest ones. */
const MAX_HISTORY = 100;

/** Reads a message. @returns what is wrong about it */
export function readZulipMessage(row: JsonObject): ZulipMessage | string {
  const [id, sender, recipient] = [rowId(row, 'id'), rowId(row, 'sender'), rowId(row, 'recipient')];
  if (id === undefined) return 'has no valid id';
  if (sender === undefined) return 'has no valid sender';
  if (recipient === undefined) return 'has no valid recipient';
  const sentAt = exactTime(row.date_sent);
  if (sentAt === undefined) return 'has no valid date_sent';
  if (typeof row.content !== 'string') return 'has no content';
  const history = historyOf(row.edit_history);
  const changed = exactTime(row.last_edit_time) ?? null;
  const isEdited = history.length === 0 || history.some(({ prev_content }) => prev_content !== undefined);
  const isMoved = history.some((item) => topicsOf(item) !== undefined || channelsOf(item) !== undefined);
  return {
    id,
    sender,
    recipient,
    topic: textIn(row, 'subject'),
    content: textIn(row, 'content'),
    sentAt,
    editedAt: isEdited ? changed : null,
    // Older exports have one time for both.
    movedAt: exactTime(row.last_moved_time) ?? (isMoved ? changed : null),
    history,
  };
}

function historyOf(given: unknown): JsonObject[] {
  if (typeof given !== 'string') return [];
  try {
    const list: unknown = JSON.parse(given);
    return Array.isArray(list) ? list.filter(isObject).slice(0, MAX_HISTORY) : [];
  } catch {
    return [];
  }
}

/** The name of a topic as it may be here. */
export function topicHere(given: string): string {
  const clean = given.replaceAll(/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu, '');
  return [...readTopic(clean, { emptyTopicDisplayName: 'general chat' })].slice(0, limits.maxTopicLength).join('');
}

function topicsOf(item: JsonObject): readonly [string, string] | undefined {
  const before = item.prev_topic ?? item.prev_subject;
  return typeof before === 'string' ? [topicHere(before), topicHere(textIn(item, 'topic'))] : undefined;
}

function channelsOf(item: JsonObject): readonly [string, string] | undefined {
  const [before, after] = [rowId(item, 'prev_stream'), rowId(item, 'stream')];
  return before === undefined || after === undefined ? undefined : [before, after];
}

/** The history of a message. */
export function editsOf(history: readonly JsonObject[], texts: TextNames): SourceEdit[] {
  return history.flatMap((item) => {
    const [topics, channels] = [topicsOf(item), channelsOf(item)];
    const before = typeof item.prev_content === 'string' ? textIn(item, 'prev_content') : undefined;
    const at = typeof item.timestamp === 'number' ? Math.floor(item.timestamp) : 0;
    if (before === undefined && !topics && !channels) return [];
    return [
      {
        person: rowId(item, 'user'),
        at,
        ...(before !== undefined && { before: (names) => rewriteText(before, texts, names) }),
        ...(topics && { topics }),
        ...(channels && { channels }),
      } satisfies SourceEdit,
    ];
  });
}

/** The emoji of a reaction: its name, or the ID of one of the organization's own; undefined: nothing here is like it. */
export function emojiOf({ name, code, type }: ReactionRow): { emoji: string } | { ownEmoji: string } | undefined {
  if (type === 'realm_emoji') return { ownEmoji: code };
  if (type === 'zulip_extra_emoji') return name === BUILT_IN_EMOJI ? { emoji: name } : undefined;
  const known = knownEmojiCode(code);
  if (known === undefined) return emojiCode(name) === undefined ? undefined : { emoji: name };
  return { emoji: emojiCode(name) === known ? name : emojiNames(known)![0]! };
}

/** Names of flags in the order of their bits. */
const FLAGS = [
  ...['read', 'starred', 'collapsed', 'mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned'],
  ...['group_mentioned', 'force_expand', 'force_collapse', 'has_alert_word', 'historical'],
] as const;

/** Flags that are kept as they are; mentions follow from the texts. */
const KEPT_FLAGS = ['starred', 'collapsed', 'topic_wildcard_mentioned', 'has_alert_word'] as const;

/** A person's flags of a message. */
export interface PersonFlags {
  isRead: boolean;
  /** False: they have looked it up, and it did not come to them. */
  isReceived: boolean;
  /** As `flagBits`. */
  bits: number;
}

/** Reads the flags of a row, which are a number or names. */
export function personFlagsOf(row: JsonObject): PersonFlags {
  const given = row.flags_mask ?? row.flags;
  const has = (name: string): boolean => {
    if (Array.isArray(given)) return given.includes(name);
    return typeof given === 'number' && ((given >> (FLAGS as readonly string[]).indexOf(name)) & 1) === 1;
  };
  let bits = 0;
  for (const name of KEPT_FLAGS) if (has(name)) bits |= flagBits[name];
  return { isRead: has('read'), isReceived: !has('historical'), bits };
}
