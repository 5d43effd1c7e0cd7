import { useId, useState } from 'preact/hooks';
import { useKeys } from '../../shared/keys.ts';
import { request } from '../../shared/session/session.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { addressLine, taskName } from '../../store/dispatch/select/tasks.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { useAddress } from '../data/address.ts';
import { whyNot } from '../data/moves.ts';
import { useAction } from '../data/use-action.ts';
import { words } from '../texts/index.ts';
import type { MapView } from './map-view.ts';
import { PositionField } from './position-field.tsx';
import { mapWords } from './texts/index.ts';

/** Says where the place of a task is: by a pin on the map, or by its position in numbers. The server remembers it for the address. */
export function PinPanel({ task, view }: { task: Task; view: MapView | undefined }) {
  const [, change] = useAddress();
  const { id, location } = task.destination;
  const start = location as [number, number];
  const [at, setAt] = useState<readonly [number, number] | undefined>(start);
  const title = useId();
  const close = () => change({ pin: undefined });
  useKeys({ close });
  const { busy, failure, run } = useAction(async () => {
    await request(`/api/v2/destinations/${id}`, { method: 'PUT', body: { location: at } });
    showToast(mapWords.pin.saved({ address: addressLine(task) }));
    change({ pin: undefined, task: task.id });
  });
  const offline = whyNot();
  return (
    <form
      class="map-pin-panel"
      aria-labelledby={title}
      onSubmit={(event) => {
        event.preventDefault();
        if (at && !busy && !offline) void run();
      }}
    >
      <h2 id={title} dir="auto">
        {mapWords.pin.title({ name: taskName(task) })}
      </h2>
      <p dir="auto">{addressLine(task)}</p>
      <PositionField {...{ view, start }} onChange={setAt} />
      {failure && <Failure {...failure} />}
      {offline && <p class="hint">{offline}</p>}
      <div class="map-pin-actions">
        <Button kind="primary" type="submit" busy={busy} disabled={offline !== undefined || !at}>
          {words.form.save}
        </Button>
        <Button onClick={close}>{texts.cancel}</Button>
      </div>
    </form>
  );
}
