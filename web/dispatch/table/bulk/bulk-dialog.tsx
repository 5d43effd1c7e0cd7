import { useRef, useState } from 'preact/hooks';
import { texts } from '../../../shared/texts/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { taskName } from '../../../store/dispatch/select/tasks.ts';
import type { Task } from '../../../store/wire/dispatch.ts';
import { floor } from '../../data/floor.ts';
import { whyNot } from '../../data/moves.ts';
import { pick } from '../picked.ts';
import { tableWords } from '../texts/index.ts';
import { BulkForm, readBulkForm } from './bulk-form.tsx';
import { type BulkChange, type BulkKind, MAX_BULK } from './bulk-requests.ts';
import { type Progress, useBulk } from './use-bulk.ts';

/** Asks what is to be done to many tasks, does it, and says of each that was refused why. */
export function BulkDialog({ kind, tasks, onClose }: { kind: BulkKind; tasks: readonly Task[]; onClose: () => void }) {
  // As they were when this was opened: that is what the versions are of.
  const [opened] = useState(tasks);
  const change = useRef<BulkChange | undefined>(undefined);
  const { progress, run, stop } = useBulk();
  const isTooMany = opened.length > MAX_BULK;
  const close = () => {
    stop();
    onClose();
  };
  return (
    <Dialog title={tableWords.bulk.titles[kind]({ count: opened.length })} onClose={close}>
      {progress ? (
        <BulkResult
          kind={kind}
          progress={progress}
          onStop={stop}
          onClose={close}
          onRetry={(again) => void run(change.current!, again)}
        />
      ) : (
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            if (isTooMany || whyNot()) return;
            const body = readBulkForm(kind, new FormData(event.currentTarget));
            if (kind === 'edit' && Object.keys(body).length === 0) return;
            change.current = { kind, body };
            void run(change.current, opened);
          }}
        >
          <BulkForm kind={kind} />
          {isTooMany && <p class="hint">{tableWords.bulk.tooMany({ most: MAX_BULK })}</p>}
          <div class="dialog-actions">
            <Button onClick={close}>{texts.cancel}</Button>
            <Button
              kind={kind === 'delete' || kind === 'fail' ? 'danger' : 'primary'}
              type="submit"
              disabled={isTooMany}
            >
              {tableWords.bulk[kind]}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

interface BulkResultProps {
  kind: BulkKind;
  progress: Progress;
  onStop(): void;
  onClose(): void;
  onRetry(tasks: Task[]): void;
}

function BulkResult({ kind, progress, onStop, onClose, onRetry }: BulkResultProps) {
  const { count, done, refused, left, isRunning } = progress;
  // As they are now: whoever has read that somebody was quicker may want it all the same.
  const known = floor.value.state.tasks;
  const asNow = (task: Task) => known.get(task.id) ?? task;
  const again = [...refused.map(({ task }) => task), ...left].map(asNow);
  return (
    <div class="table-result">
      <div aria-live="polite">
        {isRunning ? (
          <>
            <p>{tableWords.bulk.of({ done: done.length + refused.length, count })}</p>
            <progress aria-label={tableWords.bulk[kind]} value={done.length + refused.length} max={count} />
          </>
        ) : (
          <p>{tableWords.bulk.results[kind]({ count: done.length })}</p>
        )}
        {refused.length > 0 && <p class="problem">{tableWords.bulk.refused({ count: refused.length })}</p>}
        {!isRunning && left.length > 0 && <p>{tableWords.bulk.left({ count: left.length })}</p>}
      </div>
      {refused.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard (WCAG 2.1.1)
        <section class="table-refused" tabIndex={0} aria-label={tableWords.bulk.refused({ count: refused.length })}>
          <table>
            <thead>
              <tr>
                <th scope="col">{tableWords.bulk.task}</th>
                <th scope="col">{tableWords.bulk.reason}</th>
              </tr>
            </thead>
            <tbody>
              {refused.map(({ task, reason }) => (
                <tr key={task.id}>
                  <td dir="auto">{taskName(task)}</td>
                  <td dir="auto">{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <div class="dialog-actions">
        {isRunning ? (
          <Button onClick={onStop}>{tableWords.bulk.stop}</Button>
        ) : (
          <>
            {again.length > 0 && (
              <Button onClick={() => onRetry(again)}>
                {refused.length > 0 ? tableWords.bulk.retry : tableWords.bulk.goOn}
              </Button>
            )}
            <Button
              kind="primary"
              onClick={() => {
                // What is left to be looked at stays selected.
                pick(again);
                onClose();
              }}
            >
              {tableWords.bulk.close}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
