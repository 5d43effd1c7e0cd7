import { useState } from 'preact/hooks';
import type { Conversation } from '../../store/chat/conversation.ts';
import { chat } from '../data/chat.ts';
import { session } from '../data/me.ts';
import { listedTopics, loadTopics } from '../data/topics.ts';
import { applyText, selectedOf } from './apply-text.ts';
import { nameOfTime } from './completion-list.tsx';
import { channelNamed, complete, type Suggestion } from './completions.ts';
import { emojiOf, loadEmoji, recentEmoji, usedEmoji } from './emoji.ts';
import { replaceSelection } from './formatting.ts';
import { type Token, tokenAt } from './tokens.ts';

/** Commands that the server knows, and those of the bot that speaks in tasks' topics. */
const commandsHere = () => ['me', ...(session.value?.apps.dispatch ? ['task', 'assign', 'where', 'eta'] : [])];

/** Completes what is typed in a field. @param onPickTime somebody wants to choose a time for the token */
export function useCompletions(conversation: Conversation, onPickTime: ((token: Token) => void) | undefined) {
  const [token, setToken] = useState<Token>();
  const [active, setActive] = useState(0);
  /** Start of the token whose list was closed by Escape. */
  const [closedAt, setClosedAt] = useState<number>();

  const isOpen = token !== undefined && token.start !== closedAt;
  if (isOpen && token.kind === 'emoji') loadEmoji();
  const found = isOpen
    ? complete(token, {
        state: chat.value.state,
        conversation,
        now: new Date(),
        emoji: emojiOf(),
        recentEmoji: recentEmoji(),
        topicsOf: listedTopics,
        commands: commandsHere(),
        nameOfTime,
      })
    : [];
  const options = onPickTime ? found : found.filter(({ kind }) => kind !== 'pick time');

  /** Looks at the caret: after a key that wrote something (`isTyped`), or one that moved it. */
  const look = (field: HTMLTextAreaElement, isTyped: boolean) => {
    const { selectionStart, selectionEnd } = field;
    const found = selectionStart === selectionEnd ? tokenAt(field.value, selectionStart) : undefined;
    // A caret that merely passes by opens nothing.
    const next = isTyped || (found && found.start === token?.start) ? found : undefined;
    if (next?.start !== token?.start || next?.query !== token?.query) setActive(0);
    if (next?.start !== closedAt) setClosedAt(undefined);
    if (next?.kind === 'topic' && token?.kind !== 'topic') {
      const channel = channelNamed(chat.value.state, next.channel);
      if (channel) void loadTopics(channel.stream_id);
    }
    setToken(next);
  };

  const choose = (field: HTMLTextAreaElement, completion: Suggestion | undefined) => {
    if (!completion || !token) return;
    setToken(undefined);
    if (completion.kind === 'pick time') {
      onPickTime?.(token);
      return;
    }
    if (completion.kind === 'emoji') usedEmoji(completion.emoji.name);
    const given = { text: field.value, start: token.start, end: token.end };
    let { insert } = completion;
    let caret = insert.length;
    if (completion.kind === 'language' && field.value.indexOf('\n```', token.end) === -1) {
      insert = `${insert}\n\n\`\`\``;
      caret += 1;
    } else if (insert.endsWith(' ') && field.value[token.end] === ' ') {
      insert = insert.slice(0, -1);
    }
    applyText(field, replaceSelection(given, insert, caret, caret));
    setToken(undefined);
  };

  /** `>` after a channel goes on to its topics. */
  const openTopics = (field: HTMLTextAreaElement): boolean => {
    const completion = options[active];
    if (!token || completion?.kind !== 'channel' || completion.insert.startsWith('[')) return false;
    const start = `#**${completion.channel.name}>`;
    applyText(
      field,
      replaceSelection({ ...selectedOf(field), start: token.start, end: token.end }, start, start.length, start.length),
    );
    return true;
  };

  return {
    token,
    options,
    active: Math.min(active, Math.max(0, options.length - 1)),
    isOpen: options.length > 0,
    setActive,
    look,
    choose,
    openTopics,
    close: () => setClosedAt(token?.start),
    leave: () => setToken(undefined),
  };
}
