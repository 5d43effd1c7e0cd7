import { RelativeTime } from '../../shared/ui/time.tsx';
import { words } from '../texts/index.ts';

/** Interval after which the server writes a use down, in milliseconds. */
const WRITTEN_MS = 3_600_000;

interface LastSeenProps {
  /** Milliseconds since the epoch; absent: never. */
  at: number | null | undefined;
  /** True for the person, or the session, that looks at this page. */
  isHere: boolean;
}

/** When somebody was last seen, no more exactly than it is known. */
export function LastSeen({ at, isHere }: LastSeenProps) {
  if (!isHere && !at) return null;
  return <span class="quiet-words">{isHere ? words.seenNow : seenText(at!)}</span>;
}

function seenText(at: number) {
  return Date.now() - at < WRITTEN_MS ? words.seenWithinHour : <RelativeTime at={new Date(at)} />;
}
