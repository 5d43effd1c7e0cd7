import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Router } from 'wouter-preact';
import { KeyScope, useKeys } from '../../shared/keys.ts';
import { texts } from '../../shared/texts/index.ts';
import { IconButton } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Lazy } from '../../shared/ui/lazy.tsx';
import { Empty, Loading } from '../../shared/ui/states.tsx';
import { narrowKey } from '../../store/chat/narrow.ts';
import { addressOf, BASE } from '../addresses.ts';
import { Composer } from '../composer/composer.tsx';
import { ConversationNotices } from '../conversation/notices.tsx';
import { chat, hasState } from '../data/chat.ts';
import { followSession } from '../data/connection.ts';
import { openElsewhere } from '../data/go-to.ts';
import { personIntent } from '../data/intents.ts';
import { topicName } from '../data/names.ts';
import { chatOutbox } from '../data/outbox.ts';
import { endVisit } from '../leave/end-visit.ts';
import { MessageList } from '../list/message-list.tsx';
import { decoration } from '../message/reader.ts';
import { partsWords } from '../parts/texts/index.ts';
import { taskOfTopic } from '../task-card/task-of-topic.ts';
import './pane.css';
import { paneWords as words } from './texts/index.ts';
import { useCarriedDraft } from './use-carried-draft.ts';
import { useMovedTopic } from './use-moved-topic.ts';

/** Name of the part of the page in which the chat's keys work. */
const SCOPE = 'chat';

const loadCompose = async () => (await import('../composer/compose.tsx')).Compose;
const loadCard = async () => (await import('../person-card/person-card.tsx')).PersonCard;

/** Everything of the chat but this conversation opens in a tab of its own. */
const openTab = (path: string) => void globalThis.open(path, '_blank', 'noopener');

interface ConversationPaneProps {
  /** Task of the topic, which is shown beside it already. */
  taskId: string;
  channelId: number;
  topic: string;
  /** Another number: whoever is there wants to write. 0: nobody does. */
  writes: number;
  onClose(): void;
}

/** A topic in the page of another app: the chat's own list and composer, with all that can be done there. */
export function ConversationPane({ taskId, writes, onClose, ...asked }: ConversationPaneProps) {
  const { channelId, topic } = useMovedTopic(asked);
  const address = BASE + addressOf({ kind: 'topic', channelId, topic });
  useEffect(() => {
    openElsewhere.value = openTab;
    return followSession();
  }, []);
  useEffect(() => {
    taskOfTopic.value = taskId;
  }, [taskId]);
  const useHere = useMemo(() => (): [string, typeof openTab] => [address, openTab], [address]);
  return (
    <Router base={BASE} hook={useHere}>
      <KeyScope.Provider value={SCOPE}>
        <Pane {...{ taskId, channelId, topic, writes, onClose, address }} />
      </KeyScope.Provider>
    </Router>
  );
}

function Pane({ taskId, channelId, topic, writes, onClose, address }: ConversationPaneProps & { address: string }) {
  const pane = useRef<HTMLElement>(null);
  const narrow = { kind: 'topic', channelId, topic } as const;
  const isKnown = hasState.value && chat.value.state.channels.has(channelId);
  useKeys({ close: onClose });
  // Whoever closes it from inside is where they were before.
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => {
      const isInside = pane.current?.contains(document.activeElement);
      if (isInside && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  useCarriedDraft(taskId, { channelId, topic }, pane);
  useLayoutEffect(() => {
    if (writes > 0 && isKnown) pane.current!.querySelector('textarea')?.focus();
  }, [writes, isKnown]);
  return (
    <aside ref={pane} class="chat-pane" tabIndex={-1} data-key-scope={SCOPE} aria-label={words.title}>
      <header class="chat-pane-head">
        <Icon name="message-circle" />
        <h2 dir="auto">{hasState.value ? topicName(topic) : topic}</h2>
        <a class="button quiet only-icon" href={address} target="_blank" rel="noreferrer" aria-label={words.open}>
          <Icon name="external-link" />
        </a>
        <IconButton icon="x" label={texts.close} onClick={onClose} />
      </header>
      {isKnown ? (
        <div key={narrowKey(narrow)} class="chat-pane-body">
          <ConversationNotices narrow={narrow} isMissing={false} lostName={undefined} hasTask />
          <MessageList narrow={narrow} />
          <Composer conversation={{ channelId, topic }} decorate={decoration()} />
        </div>
      ) : hasState.value ? (
        <Empty level={3} icon="search" title={partsWords.gone.title} text={partsWords.gone.text} />
      ) : (
        <Loading rows={8} />
      )}
      {isKnown && <Lazy load={loadCompose} isQuiet />}
      {personIntent.value && <Lazy load={loadCard} isQuiet />}
    </aside>
  );
}

/** Takes what the chat keeps in this browser away at sign-out. What is not sent stays, sealed, until the person returns. */
export async function leavePane(): Promise<void> {
  if (chatOutbox.peek().length === 0) await endVisit();
}
