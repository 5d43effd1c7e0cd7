import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { Lazy } from '../../shared/ui/lazy.tsx';
import type { Conversation } from '../../store/chat/conversation.ts';
import { addressOf, channelAt, pathBelow } from '../addresses.ts';
import { type QuoteIntent, quoteIntent, reopenedText, startIntent } from '../data/intents.ts';
import { channelName } from '../data/names.ts';
import { refuse } from '../data/refuse.ts';
import { addToDraft, focusNextComposer, quoteFor, shownComposer } from './insert.ts';
import { takeShared } from './shared-text.ts';

interface Starting {
  kind: 'topic' | 'direct';
  /** Text for the conversation that is chosen. */
  text?: string;
  /** Channel that was open. */
  channelId?: number | undefined;
}

const loadStart = async () => (await import('./start-conversation.tsx')).StartConversation;

/** Starts conversations from anywhere, and carries texts into them. */
export function Compose() {
  const [, go] = useLocation();
  const [starting, setStarting] = useState<Starting>();

  const open = (conversation: Conversation, text?: string) => {
    setStarting(undefined);
    if (text) addToDraft(conversation, text);
    focusNextComposer();
    go(conversationAddress(conversation));
  };

  const quote = async (intent: QuoteIntent) => {
    quoteIntent.value = undefined;
    try {
      const text = await quoteFor(intent);
      const composer = shownComposer();
      if (intent.to) open(intent.to, text);
      else if (composer && !intent.asks) composer.insert(text);
      else setStarting({ kind: 'topic', text });
    } catch (error) {
      refuse(error as Error);
    }
  };

  const quoted = quoteIntent.value;
  const reopened = reopenedText.value;
  const asked = startIntent.value;
  useEffect(() => {
    const text = takeShared();
    if (text) setStarting({ kind: 'topic', text });
  }, []);
  useEffect(() => {
    if (!asked) return;
    startIntent.value = undefined;
    setStarting(startHere(asked));
  }, [asked]);
  useEffect(() => {
    if (quoted) void quote(quoted);
  }, [quoted]);
  useEffect(() => {
    if (!reopened) return;
    reopenedText.value = undefined;
    addToDraft(reopened.conversation, reopened.text);
    shownComposer()?.focus();
  }, [reopened]);

  if (!starting) return null;
  return (
    <Lazy
      load={loadStart}
      isQuiet
      props={{
        ...starting,
        onOpen: open,
        onKind: (kind) => setStarting({ ...starting, kind }),
        onClose: () => setStarting(undefined),
      }}
    />
  );
}

/** A new conversation, most likely in the channel that one reads. */
const startHere = (kind: Starting['kind']): Starting => ({ kind, channelId: channelAt(pathBelow()) });

function conversationAddress(conversation: Conversation): string {
  if ('channelId' in conversation)
    return addressOf({ kind: 'topic', ...conversation }, { channelName: channelName(conversation.channelId) });
  return addressOf({ kind: 'direct', userIds: conversation.userIds });
}
