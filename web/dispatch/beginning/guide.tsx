import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { useSheet } from '../data/address.ts';
import { seesAll } from '../data/fleet.ts';
import { mayWrite } from '../data/me.ts';
import './beginning.css';
import { PretendOffer } from './pretend.tsx';
import { STEPS, type StepName, stepsDone } from './steps.ts';
import { beginningWords } from './texts/index.ts';

/** Guide to the missing steps before tasks can be dispatched; or a pretend fleet to try the console. */
export function Guide() {
  return (
    <div class="beginning">
      <h2>{beginningWords.title}</h2>
      <p>{beginningWords.text}</p>
      <Steps />
      <PretendOffer />
    </div>
  );
}

/** The same above a screen that has something to show already. */
export function RemainingSteps() {
  return (
    <section class="beginning remaining" aria-label={beginningWords.rest}>
      <Steps />
    </section>
  );
}

function Steps() {
  const { openNew, openNewTask } = useSheet();
  const done = stepsDone();
  const next = STEPS.find((step) => !done.has(step));
  const open = (step: StepName) => (step === 'task' ? openNewTask() : openNew(step));
  return (
    <ol class="beginning-steps">
      {STEPS.map((step) => {
        const { name, why, add } = beginningWords.steps[step];
        const isDone = done.has(step);
        const waits = step === 'worker' && !done.has('team');
        return (
          <li key={step} class={isDone ? 'done' : undefined}>
            <Icon name={isDone ? 'circle-check' : 'circle'} />
            <span class="beginning-step">
              <strong>{name}</strong> {isDone && <span class="unseen">({beginningWords.done})</span>}
              <small>{why}</small>
            </span>
            {!isDone && mayWrite.value && (step !== 'team' || seesAll()) && (
              <Button kind={step === next ? 'primary' : 'plain'} disabled={waits} onClick={() => open(step)}>
                {add}
              </Button>
            )}
          </li>
        );
      })}
    </ol>
  );
}
