import { useEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../../shared/ui/field.tsx';
import type { MapView } from './map-view.ts';
import { positionText, readPosition } from './position-text.ts';
import { mapWords } from './texts/index.ts';

interface PositionFieldProps {
  view: MapView | undefined;
  /** Longitude and latitude. */
  start: readonly [number, number];
  /** @param at undefined for a text that is no position */
  onChange(at: readonly [number, number] | undefined): void;
}

/** A position in numbers, and as a pin on the map where there is one: each follows the other. */
export function PositionField({ view, start, onChange }: PositionFieldProps) {
  const first = useRef(start);
  const [text, setText] = useState(positionText(first.current));
  const pin = useRef<ReturnType<MapView['pin']>>(undefined);
  const change = useRef(onChange);
  change.current = onChange;
  useEffect(() => {
    if (!view) return;
    const made = view.pin(first.current, mapWords.pin.name, (moved) => {
      setText(positionText(moved));
      change.current(moved);
    });
    pin.current = made;
    return made.remove;
  }, [view]);
  return (
    <>
      {view && <p class="hint">{mapWords.pin.hint}</p>}
      <Field label={mapWords.pin.position} problem={readPosition(text) ? undefined : mapWords.pin.unreadable}>
        <input
          value={text}
          autocomplete="off"
          inputMode="decimal"
          dir="ltr"
          onInput={({ currentTarget: { value } }) => {
            setText(value);
            const typed = readPosition(value);
            if (typed) pin.current?.moveTo(typed);
            onChange(typed);
          }}
        />
      </Field>
    </>
  );
}
