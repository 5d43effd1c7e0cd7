import { useMemo, useState } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { QueuedAction } from '../../store/driver/action.ts';
import { isOver, timesOf } from '../../store/driver/outbox.ts';
import { actions, dropActions, heldUpBy, refused, tryAgain } from '../data/actions.ts';
import { actionWords, stateWords } from '../data/words.ts';
import { words } from '../texts/index.ts';
import './sent.css';

/** In the order in which they matter: what is not there yet before what is. */
const PARTS = [
  ['refused', () => refused.value],
  ['waiting', () => each('saved')],
  ['done', () => each('sent').toReversed()],
] as const;

const each = (wanted: QueuedAction['stage']) =>
  actions.value.filter(({ stage }) => stage === wanted).map((action) => [action]);

/** Every action with its state. */
export function SentScreen() {
  return (
    <>
      <h1>{words.screens.sent}</h1>
      {actions.value.length === 0 && (
        <Empty level={2} icon="send" title={words.sent.empty} text={words.sent.emptyText} />
      )}
      {PARTS.map(([id, pick]) => {
        const own = pick();
        return (
          own.length > 0 && (
            <section key={id} class="sent-part">
              <h2>{words.sent[id]}</h2>
              <ul>
                {own.map((together) => (
                  <Row key={together[0]!.id} together={together} held={heldUpBy(together.at(-1)!) ?? null} />
                ))}
              </ul>
            </section>
          )
        );
      })}
    </>
  );
}

interface RowProps {
  /** The steps of a stop that dispatch has overruled, or one action. */
  together: readonly QueuedAction[];
  /** The refused one that it waits for. */
  held: QueuedAction | null;
}

/** A card that is drawn anew when its action is another: after a shift there are hundreds, and few change at a time. */
function Row({ together, held }: RowProps) {
  return useMemo(() => <ActionCard together={together} held={held} />, [...together, held]);
}

function ActionCard({ together, held }: RowProps) {
  const [isDropping, setDropping] = useState(false);
  // What reached dispatch as a report says what became of the others.
  const action = together.findLast(({ refusal }) => refusal?.isReported) ?? together.at(-1)!;
  const { title, stage } = action;
  const files = together.flatMap((one) => one.files);
  const what = together.map(actionWords).join(', ');
  return (
    <li class={`sent-action ${stage}`}>
      <div class="sent-what">
        <strong>{what}</strong>
        <Time at={new Date(timesOf(action).madeAt)} />
      </div>
      {title && <p dir="auto">{title}</p>}
      {files.length > 0 && (
        <p class="hint">
          <Icon name="image" />
          {words.sent.photos({ count: files.length })}
        </p>
      )}
      <p class="sent-state" dir="auto">
        <Icon name={stage === 'sent' ? 'check' : stage === 'refused' ? 'circle-x' : 'smartphone'} />
        {stateWords(action, held)}
      </p>
      {stage === 'refused' && (
        <div class="sent-choices">
          {!isOver(action) && (
            <Button icon="refresh-cw" onClick={() => void tryAgain(action)}>
              {words.sent.tryAgain}
            </Button>
          )}
          <Button icon="trash-2" onClick={() => setDropping(true)}>
            {words.sent.drop}
          </Button>
        </div>
      )}
      {stage === 'saved' && held && (
        <div class="sent-choices">
          <Button icon="trash-2" onClick={() => setDropping(true)}>
            {words.sent.drop}
          </Button>
        </div>
      )}
      {isDropping && (
        <Dialog title={words.sent.dropTitle} onClose={() => setDropping(false)}>
          <p dir="auto">{words.sent.dropText({ action: what, title })}</p>
          <div class="dialog-actions">
            <Button onClick={() => setDropping(false)}>{words.sent.keep}</Button>
            <Button
              kind="danger"
              onClick={() => {
                setDropping(false);
                void dropActions(together).then(() => showToast(words.sent.dropped));
              }}
            >
              {words.sent.drop}
            </Button>
          </div>
        </Dialog>
      )}
    </li>
  );
}
