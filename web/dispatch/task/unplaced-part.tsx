import { Button } from '../../shared/ui/button.tsx';
import type { Task } from '../../store/wire/dispatch.ts';
import { usePin } from '../data/address.ts';
import { mayWrite } from '../data/me.ts';
import { words } from '../texts/index.ts';

/** Explains an unlocated or doubtful place of a task, with the way to set it. */
export function UnplacedPart({ task }: { task: Task }) {
  const pin = usePin();
  const { located, geocoding } = task.destination;
  const lines = [
    ...(located ? [] : [words.task.unplaced]),
    // Whoever knows streets there would have been asked first.
    ...(!located && geocoding.layer === 'gazetteer' ? [words.task.noStreets] : []),
    ...(geocoding.warnings ?? []).map((warning) => words.task.placeWarnings[warning]),
  ];
  if (lines.length === 0 || task.state === 3) return null;
  return (
    <div class="unplaced">
      {lines.map((each) => (
        <p key={each}>{each}</p>
      ))}
      {mayWrite.value && (
        <Button icon="map-pin" onClick={() => pin(task.id)}>
          {words.task.place}
        </Button>
      )}
    </div>
  );
}
