import { useId, useRef, useState } from 'preact/hooks';
import { texts } from '../../../shared/texts/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Failure } from '../../../shared/ui/states.tsx';
import { floor } from '../../data/floor.ts';
import { useAction } from '../../data/use-action.ts';
import { hubPoints } from '../../map/features.ts';
import '../../map/map.css';
import type { MapPoints } from '../../map/map-points.ts';
import { PositionField } from '../../map/position-field.tsx';
import { mapWords } from '../../map/texts/index.ts';
import { useMapView } from '../../map/use-map-view.ts';
import { tableWords } from '../texts/index.ts';
import { type CheckedLine, cityOf, placeLine } from './check-lines.ts';

/** As many as one looks through. */
const MAX_SHOWN = 100;

interface PlaceLinesProps {
  lines: readonly CheckedLine[];
  /** All lines of the file. */
  list: readonly CheckedLine[];
  addressOf(line: CheckedLine): string;
  onPlaced(before: CheckedLine, after: CheckedLine): void;
}

/** Lines whose address was found only approximately or not at all, each with the way to show its place on a map. */
export function PlaceLines({ lines, list, addressOf, onPlaced }: PlaceLinesProps) {
  const [open, setOpen] = useState<number>();
  const label = tableWords.bring.unplaced({ count: lines.length });
  return (
    <section aria-label={label}>
      <p>{label}</p>
      <ul class="bring-places">
        {lines.slice(0, MAX_SHOWN).map((line) => (
          <li key={line.number}>
            <span>
              {tableWords.bring.line} {line.number}: <bdi>{addressOf(line)}</bdi>{' '}
              <span class="quiet-words">({line.isLost ? tableWords.bring.lost : tableWords.bring.rough})</span>
            </span>
            {open === line.number ? (
              <PlacePicker
                line={line}
                list={list}
                onClose={() => setOpen(undefined)}
                onPlaced={(after) => {
                  setOpen(undefined);
                  onPlaced(line, after);
                }}
              />
            ) : (
              <Button icon="map-pin" size="small" onClick={() => setOpen(line.number)}>
                {tableWords.bring.place}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {lines.length > MAX_SHOWN && (
        <p class="quiet-words">{tableWords.bring.shownOf({ shown: MAX_SHOWN, count: lines.length })}</p>
      )}
    </section>
  );
}

const NO_POINTS: MapPoints = { tasks: [], hubs: [], way: { places: [] }, ways: [] };
const NOTHING = () => {};
const HANDLERS = {
  ...{ onTask: NOTHING, onWorker: NOTHING, onRectangle: NOTHING, onDrop: NOTHING, onDropBeside: NOTHING },
  mayDrag: () => false,
};

interface PlacePickerProps {
  line: CheckedLine;
  list: readonly CheckedLine[];
  onPlaced(line: CheckedLine): void;
  onClose(): void;
}

/** The place of one line, by a pin on a map or in numbers. */
function PlacePicker({ line, list, onPlaced, onClose }: PlacePickerProps) {
  const container = useRef<HTMLDivElement>(null);
  const start = useRef<readonly [number, number]>(line.place ?? hubPoints(floor.value.state)[0]?.at ?? [0, 0]);
  const [at, setAt] = useState<readonly [number, number] | undefined>(start.current);
  const { refused, base, streets, view } = useMapView(container, mapWords.pin.name, NO_POINTS, HANDLERS);
  const [city, setCity] = useState(cityOf(line));
  const title = useId();
  const { busy, failure, run } = useAction(async () => onPlaced(await placeLine(line, at!, city.trim(), list)));
  return (
    <form
      class="bring-place"
      aria-labelledby={title}
      onSubmit={(event) => {
        event.preventDefault();
        if (at && city.trim() && !busy) void run();
      }}
    >
      <h3 id={title}>{tableWords.bring.whereIs({ line: line.number })}</h3>
      {!refused && (
        <div class="bring-map">
          <div class="map-canvas">
            <div ref={container} />
          </div>
          <p class="map-source">
            <bdi>{streets?.attribution ?? base?.attribution}</bdi>
          </p>
        </div>
      )}
      <PositionField view={view} start={start.current} onChange={setAt} />
      <Field label={tableWords.bring.meanings.city}>
        <input value={city} dir="auto" onInput={(event) => setCity(event.currentTarget.value)} />
      </Field>
      {failure && <Failure {...failure} />}
      <div class="dialog-actions">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" busy={busy} disabled={!at || !city.trim()}>
          {tableWords.bring.usePlace}
        </Button>
      </div>
    </form>
  );
}
