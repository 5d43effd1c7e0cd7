import { useState } from 'preact/hooks';
import { TASK_COMMANDS } from '../../../rules/task-command.ts';
import type { Conversation } from '../../store/chat/conversation.ts';
import { chat } from '../data/chat.ts';
import { session } from '../data/me.ts';
import { loadAround, loadedRange } from '../data/messages.ts';
import { listedTopics, loadTopics } from '../data/topics.ts';
import { findWorkers, foundWorkers } from '../data/workers.ts';
import { applyText, selectedOf } from './apply-text.ts';
import { nameOfTime } from './completion-list.tsx';
import { channelNamed, complete, type Suggestion } from './completions.ts';
import { emojiOf, loadEmoji, recentEmoji, usedEmoji } from './emoji.ts';
import { replaceSelection } from './formatting.ts';
import { type Token, tokenAt } from './tokens.ts';

/** Loads the newest messages of a topic. */
async function loadNewest(channelId: number, topic: string): Promise<void> {
  const narrow = { kind: 'topic', channelId, topic } as const;
  if (!loadedRange(narrow, 'newest')) await loadAround(narrow, 'newest');
}

/** Commands that the server knows, and those of the bot that speaks in tasks' topics: it hears nothing else. */
const commandsIn = (conversation: Conversation) => [
  ...['me', 'poll', 'todo'],
  ...('channelId' in conversation && session.value?.apps.dispatch ? TASK_COMMANDS : []),
];

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
        commands: commandsIn(conversation),
        workers: token.kind === 'worker' && foundWorkers.value.query === token.query ? foundWorkers.value.workers : [],
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
    if (next?.kind === 'worker') findWorkers(next.query);
    if (next?.kind === 'topic') {
      const channel = channelNamed(chat.value.state, next.channel);
      if (channel && token?.kind !== 'topic') void loadTopics(channel.stream_id);
      // Where it cannot be had, what is known of the topic is offered.
      if (channel && next.query.endsWith('@') && token?.query !== next.query)
        loadNewest(channel.stream_id, next.query.slice(0, -1).trim()).catch(() => undefined);
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

  /** `>` after a channel goes on to its topics, `@` after a topic to its messages. */
  const goOn = (field: HTMLTextAreaElement, key: string): boolean => {
    const completion = options[active];
    if (!token || !completion || completion.insert.startsWith('[')) return false;
    if (completion.kind !== (key === '>' ? 'channel' : 'topic')) return false;
    // A topic's own name may have the sign: what is typed so far is the beginning of one.
    const start = completion.insert.trimEnd().replace(/\*\*$/, key);
    const given = { ...selectedOf(field), start: token.start, end: token.end };
    applyText(field, replaceSelection(given, start, start.length, start.length));
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
    goOn,
    close: () => setClosedAt(token?.start),
    leave: () => setToken(undefined),
  };
}
