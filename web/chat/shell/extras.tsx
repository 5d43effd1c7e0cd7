import { useChannelClicks } from '../left/open-channel.ts';
import { PinByDrag } from '../left/views/pin-by-drag.tsx';
import { usePeopleKey } from '../right/people-key.ts';
import { Look } from '../settings/look.tsx';

/** Parts of the frame that nobody waits for: its looks and clicks by the person's settings, what is dragged, and the people's key. */
export function Extras() {
  usePeopleKey();
  useChannelClicks();
  return (
    <>
      <Look />
      <PinByDrag />
    </>
  );
}
