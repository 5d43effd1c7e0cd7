import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useRequest } from '../../../shared/session/use-request.ts';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { MessageHtml } from '../../../shared/ui/message-html.tsx';
import { Failure, Loading } from '../../../shared/ui/states.tsx';
import type { GetMessageHistoryAnswer } from '../../../store/wire/chat.ts';
import { chat } from '../../data/chat.ts';
import { nameOf, topicName } from '../../data/names.ts';
import { carryOut } from '../commands.ts';
import { closeOpened, type PartProps } from '../opened.ts';
import { decoration, times } from '../reader.ts';
import { rowWords } from '../texts/index.ts';
import { useTabStops } from '../use-tab-stops.ts';
import { ListedPerson } from './listed-person.tsx';
import './history-dialog.css';

const { history: words } = rowWords;

type Snapshot = GetMessageHistoryAnswer['message_history'][number];

/** Every state of a message, the newest first, with what each change added and removed. */
export function HistoryDialog({ messageId }: PartProps) {
  const list = useRef<HTMLOListElement>(null);
  const { answer, failure, retry, refresh } = useRequest<GetMessageHistoryAnswer>(
    `/api/v1/messages/${messageId}/history?allow_empty_topic_name=true`,
  );
  const { content, subject, stream_id, last_edit_timestamp } = chat.value.state.messages.get(messageId)!;
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) refresh();
    isFirst.current = false;
  }, [content, subject, stream_id, last_edit_timestamp]);
  const decorate = useMemo(() => {
    const usual = decoration();
    return (fragment: DocumentFragment) => {
      usual(fragment);
      markChanges(fragment);
    };
  }, []);
  const states = answer?.message_history ?? [];
  return (
    <Dialog title={words.title} size="wide" onClose={closeOpened}>
      {failure && <Failure {...failure} onRetry={retry} />}
      {!answer && !failure && <Loading />}
      {answer && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: buttons and links within make clicks of keys
        <ol ref={list} class="history" data-message={messageId} onClick={carryOut}>
          {states.toReversed().map((state, index) => (
            <State key={states.length - index} {...{ state, decorate }} isOriginal={index === states.length - 1} />
          ))}
        </ol>
      )}
    </Dialog>
  );
}

interface StateProps {
  state: Snapshot;
  isOriginal: boolean;
  decorate(content: DocumentFragment): void;
}

function State({ state, isOriginal, decorate }: StateProps) {
  const { user_id, timestamp, prev_topic, topic, prev_stream, stream, rendered_content, content_html_diff } = state;
  const name = user_id === null ? words.somebody : nameOf(user_id);
  const ref = useRef<HTMLLIElement>(null);
  useTabStops(ref, true);
  const html = isOriginal ? rendered_content : content_html_diff;
  return (
    <li ref={ref}>
      <p class="history-head">
        <ListedPerson userId={user_id} name={name} />
        <span class="hint">
          {isOriginal ? words.written : html === undefined ? words.moved : words.edited}
          {' · '}
          <time dateTime={new Date(timestamp * 1000).toISOString()}>{times().moment(new Date(timestamp * 1000))}</time>
        </span>
      </p>
      {prev_stream !== undefined && (
        <p class="history-move">{words.channel({ from: channelNamed(prev_stream), to: channelNamed(stream!) })}</p>
      )}
      {prev_topic !== undefined && (
        <p class="history-move">{words.topic({ from: topicName(prev_topic), to: topicName(topic) })}</p>
      )}
      {html !== undefined && <MessageHtml {...{ html, decorate }} />}
    </li>
  );
}

/** The reader may not know of the channel that a message was in. */
function channelNamed(id: number): string {
  const channel = chat.peek().state.channels.get(id);
  return channel ? `#${channel.name}` : words.otherChannel;
}

const MARKED = { highlight_text_inserted: 'ins', highlight_text_deleted: 'del' } as const;

/** Marks additions and removals by more than colour. */
function markChanges(content: DocumentFragment): void {
  for (const [name, tag] of Object.entries(MARKED))
    for (const span of content.querySelectorAll(`span.${name}`)) {
      const marked = document.createElement(tag);
      marked.append(...span.childNodes);
      span.replaceWith(marked);
    }
}
