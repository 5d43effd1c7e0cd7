import type { ComponentChildren } from 'preact';
import { useRequest } from '../../shared/session/use-request.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import type { IconName } from '../../shared/ui/icon-names.ts';
import type { FetchMessagesAnswer } from '../../store/wire/chat.ts';
import { chat } from '../data/chat.ts';
import { isUnfolded, setUnfolded } from '../data/folds.ts';
import { isStatusAsked, startIntent } from '../data/intents.ts';
import { ownUserId } from '../data/me.ts';
import { useHasPicture } from '../parts/use-has-picture.ts';
import './first-week.css';
import { inboxWords } from './texts/index.ts';

const WEEK_MS = 7 * 24 * 3600 * 1000;
const FOLD = 'first-week';

/** Steps for somebody who joined within a week: picture, status, first message. Empty once they are done or hidden. */
export function FirstWeek() {
  const joined = chat.value.state.users.get(ownUserId.value)?.date_joined;
  const isNew = joined !== undefined && Date.now() - Date.parse(joined) < WEEK_MS;
  return isNew && isUnfolded(FOLD) ? <Steps /> : null;
}

/** A message of one's own, if there is one. */
const OWN = new URLSearchParams({
  ...{ narrow: JSON.stringify([{ operator: 'sender', operand: 'me' }]), anchor: 'newest' },
  ...{ num_before: '1', num_after: '0', apply_markdown: 'false', allow_empty_topic_name: 'true' },
});

function Steps() {
  const words = inboxWords.firstWeek;
  const { state } = chat.value;
  const { answer } = useRequest<FetchMessagesAnswer>(`/api/v1/messages?${OWN}`);
  const own = ownUserId.value;
  const hasPicture = useHasPicture(state.users.get(own)?.avatar_url ?? undefined);
  const isDone = {
    picture: hasPicture === true,
    status: state.statuses.has(own),
    message: answer === undefined || answer.messages.length > 0,
  };
  // What the answer would hide a moment later is not shown before it.
  if (answer === undefined || hasPicture === undefined || (isDone.picture && isDone.status && isDone.message))
    return null;
  return (
    <section class="first-week" aria-labelledby="first-week">
      <header>
        <h2 id="first-week">{words.title}</h2>
        <IconButton icon="x" label={words.dismiss} onClick={() => setUnfolded(FOLD, false)} />
      </header>
      <ul>
        <Step icon="camera" text={words.pictureText} isDone={isDone.picture}>
          <a class="button" href="/chat/settings">
            {words.picture}
          </a>
        </Step>
        <Step icon="smile" text={words.statusText} isDone={isDone.status}>
          <Button onClick={() => (isStatusAsked.value = true)}>{words.status}</Button>
        </Step>
        <Step icon="pen-line" text={words.messageText} isDone={isDone.message}>
          <Button onClick={() => (startIntent.value = 'topic')}>{words.message}</Button>
        </Step>
      </ul>
    </section>
  );
}

interface StepProps {
  icon: IconName;
  text: string;
  isDone: boolean;
  /** The control that does it. */
  children: ComponentChildren;
}

function Step({ icon, text, isDone, children }: StepProps) {
  return (
    <li class={isDone ? 'done' : undefined}>
      <Icon name={isDone ? 'circle-check' : icon} />
      <p>
        {text}
        {isDone && <span class="unseen"> {inboxWords.firstWeek.done}</span>}
      </p>
      {!isDone && children}
    </li>
  );
}
