import { Component } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Lazy } from '../../shared/ui/lazy.tsx';
import { MessageHtml } from '../../shared/ui/message-html.tsx';
import { isMention } from '../../store/chat/message.ts';
import type { Message, User, UserStatus } from '../../store/wire/chat.ts';
import { EditMessage } from '../composer/edit-message.tsx';
import { chat } from '../data/chat.ts';
import { editedMessage } from '../data/intents.ts';
import { userPicture } from '../data/user-picture.ts';
import { StatusEmoji } from '../parts/status-emoji.tsx';
import { toggleReaction } from './acts.ts';
import { useFold } from './fold.ts';
import { linkedTaskIds } from './linked-task-ids.ts';
import './message-row.css';
import { MessageTools } from './message-tools.tsx';
import { openPart } from './opened.ts';
import { PendingPart } from './pending-part.tsx';
import { PlaceLine } from './place-line.tsx';
import { Reactions } from './reactions.tsx';
import { times } from './reader.ts';
import { mayReadHistory } from './rights.ts';
import { isSamePending, type MessageRowFacts } from './rows.ts';
import { rowWords } from './texts/index.ts';
import { useTabStops } from './use-tab-stops.ts';
import { WidgetOrText } from './widgets/widget-or-text.tsx';

export interface MessageRowProps {
  row: MessageRowFacts;
  /** Undefined: not known any more. */
  sender: User | undefined;
  ownUserId: number;
  /** Whether Tab stops here, and within. */
  isActive: boolean;
  /** Whether an address led to it. */
  isTarget: boolean;
  isMuted: boolean;
  isStarred: boolean;
  status: UserStatus | undefined;
  decorate(content: DocumentFragment): void;
  position: number;
  onActivate(key: string): void;
}

/** A message; drawn anew only if something of it changes, however much happens around it. */
export class MessageRow extends Component<MessageRowProps> {
  override shouldComponentUpdate(next: MessageRowProps): boolean {
    const { row, ...others } = this.props;
    const { row: nextRow, ...nextOthers } = next;
    return (
      !isSameRow(row, nextRow) || Object.entries(others).some(([key, value]) => nextOthers[key as never] !== value)
    );
  }

  override render(props: MessageRowProps) {
    return <Row {...props} />;
  }
}

function isSameRow(one: MessageRowFacts, other: MessageRowFacts): boolean {
  return (
    one.key === other.key &&
    one.hasHead === other.hasHead &&
    one.hasPlace === other.hasPlace &&
    one.listed.message === other.listed.message &&
    isSamePending(one.listed.pending, other.listed.pending) &&
    isSamePending(one.listed.edit, other.listed.edit)
  );
}

function Row(props: MessageRowProps) {
  const { row, sender, ownUserId, isActive, isTarget, isMuted, isStarred, status, position, decorate, onActivate } =
    props;
  const { key, listed, hasHead, hasPlace } = row;
  const { message, pending, edit } = listed;
  const ref = useRef<HTMLElement>(null);
  const [isNear, setNear] = useState(false);
  const [isShown, setShown] = useState(false);
  useTabStops(ref, isActive);
  const id = `row-${key.replaceAll(' ', '-')}`;
  const name = sender?.full_name ?? message.sender_full_name;
  const isHidden = isMuted && !isShown;
  const classes = [
    'message',
    hasHead ? 'headed' : 'continued',
    pending && (pending.refusal === undefined ? 'waiting' : 'refused'),
    isTarget && 'target',
    isActive && 'active',
    message.is_me_message && 'me-message',
    isMention(message.flags) && 'for-me',
  ];
  return (
    <article
      ref={ref}
      data-row={key}
      data-message={message.id}
      class={classes.filter(Boolean).join(' ')}
      tabIndex={isActive ? 0 : -1}
      aria-labelledby={`${id}-name ${id}-text ${id}-time`}
      aria-posinset={position}
      aria-setsize={-1}
      aria-busy={pending && pending.refusal === undefined ? true : undefined}
      onFocus={() => onActivate(key)}
      onPointerEnter={({ pointerType }) => setNear(pointerType === 'mouse')}
      onPointerLeave={() => setNear(false)}
    >
      {hasPlace && <PlaceLine message={message} />}
      {isTarget && <span class="unseen">{rowWords.row.linked}</span>}
      <div class="message-grid">
        <div class="message-side">
          {hasHead ? (
            <span aria-hidden="true" data-command="show-person" data-user-id={message.sender_id}>
              <Avatar name={name} id={String(message.sender_id)} picture={userPicture(sender)} size="large" />
            </span>
          ) : (
            <MessageTime id={`${id}-time`} timestamp={message.timestamp} />
          )}
        </div>
        <div class="message-main">
          {hasHead ? (
            <header class="message-head">
              <button
                id={`${id}-name`}
                type="button"
                class="message-sender"
                data-command="show-person"
                data-user-id={message.sender_id}
                dir="auto"
              >
                {name}
              </button>
              <StatusEmoji status={status} />
              {sender?.is_bot && <Badge>{rowWords.row.bot}</Badge>}
              {sender?.is_guest && <Badge>{rowWords.row.guest}</Badge>}
              <MessageTime id={`${id}-time`} timestamp={message.timestamp} />
              <Changed message={message} />
              {isStarred && <Icon name="star" />}
            </header>
          ) : (
            <span id={`${id}-name`} class="unseen">
              {name}
            </span>
          )}
          {isHidden ? (
            <p id={`${id}-text`} class="message-muted">
              {rowWords.row.muted}
              <Button kind="quiet" onClick={() => setShown(true)}>
                {rowWords.row.showMuted}
              </Button>
            </p>
          ) : editedMessage.value === message.id ? (
            <EditMessage message={message} />
          ) : (
            <MessageContent id={`${id}-text`} {...{ listed, decorate, isActive }} />
          )}
          {!hasHead && (
            <span class="message-marks">
              <Changed message={message} />
              {isStarred && <Icon name="star" />}
            </span>
          )}
          {!isHidden && (
            <Reactions
              {...{ message, ownUserId }}
              onToggle={(reaction, isOwn) => toggleReaction(message.id, reaction, isOwn)}
              onAdd={() => openPart('picker', message.id)}
            />
          )}
          {pending && <PendingPart pending={pending} words={rowWords.pending} mayRetry />}
          {edit && <PendingPart pending={edit} words={rowWords.pendingEdit} />}
        </div>
        {!pending && (isActive || isNear) && <MessageTools {...{ message, isStarred }} />}
      </div>
    </article>
  );
}

interface MessageContentProps extends Pick<MessageRowFacts, 'listed'>, Pick<MessageRowProps, 'decorate' | 'isActive'> {
  id: string;
}

function MessageContent(props: MessageContentProps) {
  const { id, listed, isActive } = props;
  const { message, pending } = listed;
  const text = <MessageText {...props} />;
  if (pending || message.submessages.length === 0) return text;
  return <WidgetOrText {...{ id, message, isActive }}>{text}</WidgetOrText>;
}

const loadLinkedTasks = async () => (await import('../task-card/linked-tasks.tsx')).LinkedTasks;

function MessageText({ id, listed, decorate, isActive }: MessageContentProps) {
  const { message, pending } = listed;
  const { box, state, toggle } = useFold(message.id, message.content);
  const taskIds = pending ? [] : linkedTaskIds(message.content, location.origin);
  return (
    <>
      <div id={id} ref={box} class={`message-text ${state === 'folded' ? 'folded' : ''}`}>
        {message.content_type === 'text/html' ? (
          <MessageHtml html={htmlOf(message)} decorate={decorate} />
        ) : (
          <div class="message-html plain" dir="auto">
            {message.content}
          </div>
        )}
      </div>
      {state !== 'whole' && (
        <Button kind="quiet" data-fold="" aria-expanded={state === 'open'} onClick={toggle}>
          {state === 'folded' ? rowWords.row.unfold : rowWords.row.fold}
        </Button>
      )}
      {taskIds.length > 0 && <Lazy load={loadLinkedTasks} isQuiet props={{ taskIds, isActive }} />}
    </>
  );
}

/** HTML of a message; what one does (`/me waves`) goes on from the name. */
function htmlOf({ match_content, content, is_me_message }: Message): string {
  const html = match_content ?? content;
  return is_me_message ? html.replace(/^<p>\/me /, '<p>') : html;
}

function MessageTime({ id, timestamp }: { id: string; timestamp: number }) {
  const at = new Date(timestamp * 1000);
  const { clock, exactMoment } = times();
  return (
    <time id={id} class="message-time" dateTime={at.toISOString()} data-exact={exactMoment(at)}>
      {clock(at)}
    </time>
  );
}

/** That it was edited or moved, and when; a press shows the history where the reader may see it. */
function Changed({ message }: Pick<MessageRowFacts['listed'], 'message'>) {
  const { last_edit_timestamp: edited, last_moved_timestamp: moved } = message;
  const changed = edited ?? moved;
  if (changed === undefined) return null;
  const { row } = rowWords;
  const time = times().moment(new Date(changed * 1000));
  const title = edited === undefined ? row.movedAt({ time }) : row.editedAt({ time });
  const text = edited === undefined ? row.moved : row.edited;
  // Not followed by its signal: a row is drawn anew only if something of it changes.
  if (!mayReadHistory(chat.peek().state, message))
    return (
      <span class="message-changed" {...{ title }}>
        {text}
      </span>
    );
  return (
    <button type="button" class="message-changed" data-command="show-history" {...{ title }}>
      {text}
    </button>
  );
}
