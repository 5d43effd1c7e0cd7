import { useId, useState } from 'preact/hooks';
import { Refusal } from '../../../shared/session/request.ts';
import { useAction } from '../../../shared/session/use-action.ts';
import { texts } from '../../../shared/texts/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Field, Tick } from '../../../shared/ui/field.tsx';
import { Failure } from '../../../shared/ui/states.tsx';
import { showToast } from '../../../shared/ui/toast.tsx';
import { addressOf, BASE } from '../../addresses.ts';
import { chat } from '../../data/chat.ts';
import { goTo } from '../../data/go-to.ts';
import { actNow } from '../../data/outbox.ts';
import { useTopics } from '../../data/topics.ts';
import { closeOpened, type PartProps } from '../opened.ts';
import { mayChangeTopic, mayMoveOut } from '../rights.ts';
import { rowWords } from '../texts/index.ts';
import './dialogs.css';

type Mode = 'change_one' | 'change_later' | 'change_all';

interface Move {
  channelId: number;
  topic: string;
  mode: Mode;
  notices: { old: boolean; new: boolean };
}

const MODES: readonly [Mode, 'one' | 'later' | 'all'][] = [
  ['change_one', 'one'],
  ['change_later', 'later'],
  ['change_all', 'all'],
];

/** Moves a message, those after it, or its whole topic; within its channel that is a new name of the topic. */
export function MoveDialog({ messageId }: PartProps) {
  const { state } = chat.value;
  const message = state.messages.get(messageId)!;
  const now = Date.now() / 1000;
  const [from] = useState({ channelId: message.stream_id!, topic: message.subject });
  const [channelId, setChannel] = useState(from.channelId);
  const [problem, setProblem] = useState<string>();
  const [part, setPart] = useState<{ first: number; move: Move }>();
  const { topics = [] } = useTopics(channelId);
  const listId = useId();
  const { move: words } = rowWords;
  const mayTopic = mayChangeTopic(state, message, now).has;
  const channels = [...state.subscriptions.keys()].flatMap((id) => {
    const channel = state.channels.get(id);
    return channel && !channel.is_archived ? [channel] : [];
  });

  const action = useAction(async (move: Move, first: number) => {
    const { channelId, topic, mode, notices } = move;
    let isDone: boolean;
    try {
      isDone = await actNow({ kind: 'move', messageId: first, from, to: { channelId, topic }, mode, notices });
    } catch (error) {
      if (error instanceof Refusal && error.code === 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED') {
        const { first_message_id_allowed_to_move: allowed } = error.extra;
        if (typeof allowed === 'number') setPart({ first: allowed, move: { ...move, mode: 'change_later' } });
      }
      throw error;
    }
    closeOpened();
    const channelName = state.channels.get(move.channelId)?.name;
    const there = BASE + addressOf({ kind: 'topic', ...move }, { near: messageId, channelName });
    showToast(isDone ? rowWords.done.movedTopic : rowWords.done.willBeMoved, {
      label: rowWords.done.goThere,
      run: () => goTo(there),
    });
  });

  return (
    <Dialog title={words.title} onClose={closeOpened}>
      <form
        class="message-form"
        onSubmit={(event) => {
          event.preventDefault();
          const given = new FormData(event.currentTarget);
          const move: Move = {
            channelId,
            topic: mayTopic ? String(given.get('topic')).trim() : from.topic,
            mode: String(given.get('mode')) as Mode,
            notices: { old: given.has('noticeOld'), new: given.has('noticeNew') },
          };
          const isSame = move.channelId === from.channelId && move.topic === from.topic;
          setProblem(isSame ? words.nothing : undefined);
          setPart(undefined);
          if (!isSame) void action.run(move, messageId);
        }}
      >
        {mayMoveOut(state, message, now).has && (
          <Field label={words.channel}>
            <select value={channelId} onChange={(event) => setChannel(Number(event.currentTarget.value))}>
              {channels.map(({ stream_id, name }) => (
                <option key={stream_id} value={stream_id}>
                  #{name}
                </option>
              ))}
            </select>
          </Field>
        )}
        {mayTopic && (
          <>
            <Field label={words.topic} problem={problem}>
              <input
                name="topic"
                type="text"
                dir="auto"
                autocomplete="off"
                maxLength={Number(state.fields.max_topic_length ?? 60)}
                defaultValue={from.topic}
                list={listId}
              />
            </Field>
            <datalist id={listId}>
              {topics.map(({ topic }) => topic !== '' && <option key={topic} value={topic} />)}
            </datalist>
          </>
        )}
        <Field label={words.which}>
          <select name="mode" defaultValue="change_later">
            {MODES.map(([mode, name]) => (
              <option key={mode} value={mode}>
                {words[name]}
              </option>
            ))}
          </select>
        </Field>
        <Tick name="noticeOld" label={words.noticeOld} />
        <Tick name="noticeNew" label={words.noticeNew} defaultChecked />
        {action.failure && <Failure {...action.failure} />}
        <div class="dialog-actions">
          <Button onClick={closeOpened}>{texts.cancel}</Button>
          {part && (
            <Button busy={action.busy} onClick={() => void action.run(part.move, part.first)}>
              {words.movePart}
            </Button>
          )}
          <Button type="submit" kind="primary" busy={action.busy}>
            {words.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
