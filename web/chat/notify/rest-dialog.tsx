import { useState } from 'preact/hooks';
import { useAction } from '../../shared/session/use-action.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { ChooseTime } from '../composer/choose-time.tsx';
import { clockInWords } from '../data/clock.ts';
import './notify.css';
import { endInWords, rest, restUntil } from './rest.ts';
import { restTimes } from './rest-times.ts';
import { notifyWords as words } from './texts/index.ts';

/** "Do not disturb", on all devices of the person: until when, and its end. */
export function RestDialog({ onClose }: { onClose(): void }) {
  const [isChoosing, setChoosing] = useState(false);
  const { busy, failure, run } = useAction(async (until: Date | undefined) => {
    setChoosing(false);
    await rest(until);
    showToast(until ? words.rest.started({ time: endInWords(until) }) : words.rest.ended);
    onClose();
  });
  const until = restUntil.value;
  if (isChoosing)
    return (
      <ChooseTime
        title={words.rest.title}
        action={words.rest.action}
        isFuture
        onChoose={(at) => void run(at)}
        onClose={() => setChoosing(false)}
      />
    );
  return (
    <Dialog title={words.rest.title} {...{ onClose }}>
      <p>{words.rest.text}</p>
      {failure && <Failure {...failure} />}
      {until && (
        <div class="rest-now">
          <strong>{words.rest.until({ time: endInWords(until) })}</strong>
          <Button kind="primary" busy={busy} onClick={() => void run(undefined)}>
            {words.rest.end}
          </Button>
        </div>
      )}
      <div class="rest-times">
        {restTimes(new Date()).map(({ name, at }) => (
          <Button key={name} busy={busy} onClick={() => void run(at)}>
            {name === 'halfHour' || name === 'hour'
              ? words.rest.times[name]
              : words.rest.times[name]({ time: clockInWords(at) })}
          </Button>
        ))}
        <Button onClick={() => setChoosing(true)}>{words.rest.times.choose}</Button>
      </div>
    </Dialog>
  );
}
