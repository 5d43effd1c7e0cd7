import { useState } from 'preact/hooks';

import { request } from '../../shared/session/session.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { PreviewAssignmentAnswer } from '../../store/wire/dispatch.ts';
import { whyNot } from '../data/moves.ts';
import { taskLabel } from '../data/names.ts';
import { select } from '../data/selection.ts';
import { failureOf, useRequest } from '../data/use-request.ts';
import { words } from '../texts/index.ts';
import { Why } from './why.tsx';

type Mode = 'distance' | 'load';

/** Dialog that proposes workers for tasks, with reasons, before it assigns them. */
export function SuggestDialog({ tasks, onClose }: { tasks: readonly string[]; onClose: () => void }) {
  const [mode, setMode] = useState<Mode>('distance');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Error>();
  const what = tasks.length === 1 ? taskLabel(tasks[0]!) : words.countOfTasks({ count: tasks.length });
  const assign = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const options = { mode, considerDependencies: true };
      const answer = await request<{ assignedTasks: string[] }>('/api/v2/tasks/autoAssign', {
        method: 'POST',
        body: { tasks, options },
      });
      select([]);
      onClose();
      showToast(words.suggest.done({ assigned: answer.assignedTasks.length, of: tasks.length }));
    } catch (error) {
      setProblem(error as Error);
      setBusy(false);
    }
  };
  const reason = whyNot();
  return (
    <Dialog title={words.suggest.title({ what })} onClose={onClose}>
      <Field label={words.suggest.mode}>
        <select value={mode} onChange={(event) => setMode(event.currentTarget.value as Mode)}>
          <option value="distance">{words.suggest.modes.distance}</option>
          <option value="load">{words.suggest.modes.load}</option>
        </select>
      </Field>
      {tasks.length === 1 ? (
        <Preview key={mode} task={tasks[0]!} mode={mode} />
      ) : (
        <p class="hint">{words.suggest.several}</p>
      )}
      {problem && <Failure {...failureOf(problem)} />}
      {reason && <p class="hint">{reason}</p>}
      <div class="dialog-actions">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button kind="primary" icon="sparkles" busy={busy} disabled={reason !== undefined} onClick={assign}>
          {words.suggest.assign}
        </Button>
      </div>
    </Dialog>
  );
}

function Preview({ task, mode }: { task: string; mode: Mode }) {
  const { answer, failure, retry } = useRequest<PreviewAssignmentAnswer>(`/api/v2/tasks/${task}/assignment/preview`, {
    method: 'POST',
    body: { mode, considerDependencies: true },
  });
  if (failure) return <Failure {...failure} onRetry={retry} />;
  return answer ? <Why decision={answer} /> : <Loading rows={4} />;
}
