import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { useSheet } from '../data/address.ts';
import { seesAll } from '../data/fleet.ts';
import { floor } from '../data/floor.ts';
import { mayWrite } from '../data/me.ts';
import { whyNot } from '../data/moves.ts';
import { useAction } from '../data/use-action.ts';
import './beginning.css';
import { beginningWords } from './texts/index.ts';

const PATH = '/api/v2/pretend-fleet';

/** Whether somebody may make and remove it: whoever sees all of the fleet. */
const mayPretend = () => mayWrite.value && seesAll();

/** Offers a fleet in which nobody is real. */
export function PretendOffer() {
  const { title, text, make, confirm, confirmText, made } = beginningWords.pretend;
  const [isAsking, setAsking] = useState(false);
  const { busy, failure, run } = useAction(async () => {
    await request(PATH, { method: 'POST', body: {} });
    setAsking(false);
    showToast(made);
  });
  if (!mayPretend() || floor.value.state.workers.size > 0) return null;
  return (
    <section class="pretend-offer">
      <h3>{title}</h3>
      <p>{text}</p>
      <Button icon="sparkles" onClick={() => setAsking(true)}>
        {make}
      </Button>
      {isAsking && (
        <Question
          {...{ title: confirm, text: confirmText, action: make, busy, failure }}
          onYes={run}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

/** Says that nobody is real, as long as such a fleet is there, and removes it. */
export function PretendNote() {
  const { label, here, remove, removeTitle, removeText, removed } = beginningWords.pretend;
  const [isAsking, setAsking] = useState(false);
  const { closeSheet } = useSheet();
  const { busy, failure, run } = useAction(async () => {
    await request(PATH, { method: 'DELETE' });
    setAsking(false);
    closeSheet();
    showToast(removed);
  });
  if (!isPretending()) return null;
  return (
    <aside class="pretend-note" aria-label={label}>
      <Icon name="info" />
      <span>{here}</span>
      {mayPretend() && <Button onClick={() => setAsking(true)}>{remove}</Button>}
      {isAsking && (
        <Question
          {...{ title: removeTitle, text: removeText, action: remove, busy, failure }}
          isDanger
          onYes={run}
          onClose={() => setAsking(false)}
        />
      )}
    </aside>
  );
}

/** Such a fleet has a mark on each of its workers. */
function isPretending(): boolean {
  return [...floor.value.state.workers.values()].some(({ metadata }) =>
    metadata.some(({ name, value }) => name === 'pretendFleet' && value === true),
  );
}

interface QuestionProps {
  title: string;
  text: string;
  action: string;
  busy: boolean;
  failure: ReturnType<typeof useAction>['failure'];
  isDanger?: boolean;
  onYes: () => Promise<void>;
  onClose: () => void;
}

function Question({ title, text, action, busy, failure, isDanger = false, onYes, onClose }: QuestionProps) {
  const offline = whyNot();
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      {failure && <Failure {...failure} />}
      {offline && <p class="hint">{offline}</p>}
      <div class="dialog-actions">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button
          kind={isDanger ? 'danger' : 'primary'}
          busy={busy}
          disabled={offline !== undefined}
          onClick={() => void onYes()}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
