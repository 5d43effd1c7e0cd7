import { PinByDrag } from '../left/views/pin-by-drag.tsx';
import { usePeopleKey } from '../right/people-key.ts';
import { Look } from '../settings/look.tsx';

/** Parts of the frame that nobody waits for: its looks by the person's settings, what is dragged, and the key of the people. */
export function Extras() {
  usePeopleKey();
  return (
    <>
      <Look />
      <PinByDrag />
    </>
  );
}
