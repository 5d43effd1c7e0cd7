/** Position of the phone as `POST /driver/positions` takes it. */
export interface PhonePosition {
  location: [lon: number, lat: number];
  /** By the phone's clock. */
  time: number;
  accuracy?: number;
  speed?: number;
  heading?: number;
}

/** Positions in one report. */
export const MAX_POSITIONS = 500;

/**
 * Maximum number of stored positions: the oldest are deleted first. A shift of ten hours with one every ten seconds has
 * 3,600.
 */
export const MAX_KEPT_POSITIONS = 20_000;

/** A position that is older is told to be: nobody should believe that dispatch sees where one is. */
const STALE_MS = 180_000;

/** Between positions that are kept, unless one has moved far. */
const EVERY_MS = 10_000;
const FAR_METRES = 50;

/** Whether a position is worth keeping after the last one that was. Two never have the same time. */
export function isWorthStoring(position: PhonePosition, last: PhonePosition | undefined): boolean {
  if (!last) return true;
  if (position.time <= last.time) return false;
  return position.time - last.time >= EVERY_MS || metresBetween(position.location, last.location) >= FAR_METRES;
}

/** Roughly, which is enough for short ways. */
function metresBetween([lon1, lat1]: readonly [number, number], [lon2, lat2]: readonly [number, number]): number {
  const perDegree = 111_195;
  const east = (lon2 - lon1) * Math.cos((((lat1 + lat2) / 2) * Math.PI) / 180);
  return Math.hypot(east, lat2 - lat1) * perDegree;
}

/** State of location sharing. */
export type Sharing =
  | { kind: 'off duty' }
  /** The person, or the phone, does not let the page know. */
  | { kind: 'denied' }
  /** The phone does not know where it is. */
  | { kind: 'unknown' }
  | { kind: 'stale'; since: number }
  | { kind: 'shared'; at: number };

/** Returns the state of location sharing. @param last when the last position was measured */
export function sharingOf(
  given: { onDuty: boolean; fault: 'denied' | 'unknown' | undefined; last: number | undefined },
  now: number,
): Sharing {
  const { onDuty, fault, last } = given;
  if (!onDuty) return { kind: 'off duty' };
  if (fault === 'denied') return { kind: 'denied' };
  if (last === undefined) return { kind: 'unknown' };
  if (now - last > STALE_MS) return { kind: 'stale', since: last };
  return { kind: 'shared', at: last };
}
