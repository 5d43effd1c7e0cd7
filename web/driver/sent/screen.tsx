import { useMemo, useState } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { DriverAction } from '../../store/driver/action.ts';
import { actions, dropAction, heldUpBy, tryAgain } from '../data/actions.ts';
import { deedWords, stateWords } from '../data/words.ts';
import { words } from '../texts/index.ts';
import './sent.css';

/** In the order in which they matter: what is not there yet before what is. */
const PARTS = [
  ['refused', (all: readonly DriverAction[]) => all.filter(({ stage }) => stage === 'refused')],
  ['waiting', (all: readonly DriverAction[]) => all.filter(({ stage }) => stage === 'saved')],
  ['done', (all: readonly DriverAction[]) => all.filter(({ stage }) => stage === 'sent').toReversed()],
] as const;

/** Every action with its state. */
export function SentScreen() {
  const all = actions.value;
  return (
    <>
      <h1>{words.screens.sent}</h1>
      {all.length === 0 && <Empty level={2} icon="send" title={words.sent.empty} text={words.sent.emptyText} />}
      {PARTS.map(([id, pick]) => {
        const own = pick(all);
        return (
          own.length > 0 && (
            <section key={id} class="sent-part">
              <h2>{words.sent[id]}</h2>
              <ul>
                {own.map((action) => (
                  <Row key={action.id} action={action} held={heldUpBy(action) ?? null} />
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
  action: DriverAction;
  /** The refused one that it waits for. */
  held: DriverAction | null;
}

/** A card that is drawn anew when its action is another: after a shift there are hundreds, and few change at a time. */
function Row({ action, held }: RowProps) {
  return useMemo(() => <ActionCard action={action} held={held} />, [action, held]);
}

function ActionCard({ action, held }: RowProps) {
  const { title, madeAt, stage, files, refusal } = action;
  const [isDropping, setDropping] = useState(false);
  const deed = deedWords(action);
  const isOver = stage === 'refused' && refusal!.isReported;
  return (
    <li class={`sent-action ${stage}`}>
      <div class="sent-what">
        <strong>{deed}</strong>
        <Time at={new Date(madeAt)} />
      </div>
      {title && <p dir="auto">{title}</p>}
      {files.length > 0 && (
        <p class="hint">
          <Icon name="image" />
          {words.sent.photos(files.length)}
        </p>
      )}
      <p class="sent-state" dir="auto">
        <Icon name={stage === 'sent' ? 'check' : stage === 'refused' ? 'circle-x' : 'smartphone'} />
        {stateWords(action, held)}
      </p>
      {stage === 'refused' && (
        <div class="sent-choices">
          {!isOver && (
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
          <p dir="auto">{words.sent.dropText(deed, title)}</p>
          <div class="dialog-actions">
            <Button onClick={() => setDropping(false)}>{words.sent.keep}</Button>
            <Button
              kind="danger"
              onClick={() => {
                setDropping(false);
                void dropAction(action).then(() => showToast(words.sent.dropped));
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
