import { Button } from '../../shared/ui/button.tsx';
import type { Task } from '../../store/wire/dispatch.ts';
import { usePin } from '../data/address.ts';
import { mayWrite } from '../data/me.ts';
import { words } from '../texts/index.ts';

/** Of a task whose address was not found: what that means, and the way to say where it is. */
export function UnplacedPart({ task }: { task: Task }) {
  const pin = usePin();
  if (task.destination.located || task.state === 3) return null;
  return (
    <div class="unplaced">
      <p>{words.task.unplaced}</p>
      {mayWrite.value && (
        <Button icon="map-pin" onClick={() => pin(task.id)}>
          {words.task.place}
        </Button>
      )}
    </div>
  );
}
