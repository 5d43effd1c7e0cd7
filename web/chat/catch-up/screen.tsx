import { useRef } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { failureOf } from '../../shared/session/use-request.ts';
import { Empty, Failure, Loading } from '../../shared/ui/states.tsx';
import { chat } from '../data/chat.ts';
import { closedSince, queueId } from '../data/connection.ts';
import { MessageRows } from '../list/message-rows.tsx';
import { listedMessages } from '../list/shown.ts';
import { ScreenHead } from '../parts/screen-head.tsx';
import { words as chatWords } from '../texts/index.ts';
import './catch-up.css';
import { catchUpWords as words } from './texts/index.ts';
import { useCatchUp } from './use-catch-up.ts';

/** As a list of messages of several conversations: what is on screen is read if the person's setting says so. */
const NARROW = { kind: 'all' } as const;

/** Shows what happened since the person was here, by conversation, in one scroll. */
export function CatchUpScreen() {
  /** Unread messages on the disk are of the last visit: the server is waited for, as long as it can be reached. */
  const isCurrent = useRef(false);
  isCurrent.current ||= queueId.value !== undefined || closedSince.value !== undefined;
  if (isCurrent.current) return <CatchUp />;
  return (
    <section class="screen">
      <ScreenHead title={chatWords.screens['catch-up']} />
      <Loading rows={12} />
    </section>
  );
}

function CatchUp() {
  const { state } = chat.value;
  const { parts, ids, isComplete, isLoading, failure, more, retry } = useCatchUp();
  const listed = listedMessages(state, ids);
  const left = parts.reduce((sum, part) => sum + part.ids.filter((id) => state.unread.has(id)).length, 0);
  const isEmpty = isComplete && listed.length === 0;
  return (
    <section class="screen catch-up">
      <ScreenHead
        title={chatWords.screens['catch-up']}
        text={isEmpty ? undefined : left > 0 ? words.left({ count: left, places: parts.length }) : words.done}
      />
      {isEmpty ? (
        <Empty level={2} icon="check" title={words.empty.title} text={words.empty.text}>
          <Link class="button" href="/recent">
            {words.empty.recent}
          </Link>
        </Empty>
      ) : listed.length === 0 ? (
        failure ? (
          <Failure {...failureOf(failure)} onRetry={retry} />
        ) : (
          <Loading rows={12} />
        )
      ) : (
        <MessageRows
          {...{ listed, more }}
          narrow={NARROW}
          hasPlaces
          opensAtFirst
          autoFocus
          foundOldest
          foundNewest={isComplete}
          isLoading={isLoading ? 'newer' : undefined}
          toNewest={() => undefined}
          end={<p class="message-begin">{words.end}</p>}
        />
      )}
      {failure && listed.length > 0 && <Failure {...failureOf(failure)} onRetry={retry} />}
    </section>
  );
}
