/**
 * Event IDs on the wire. A queue's events are numbered from its own base (the log's head at registration), so that a
 * new queue starts at -1 whatever the log's age:
 *
 *   wire = (log ID − base) × 1024 + n
 *
 * n is 0 for an event of the log (and goes on from there where a client gets it as several), and 1 to 1023 for the
 * heartbeats that follow it. The number depends on nothing but
 * the log and the request, so it is the same after a restart and in every process, it grows over everything that a
 * queue ever gets, and a heartbeat never takes the number of an event still to come. At 1024 a queue has room for
 * 2^43 events before JavaScript's exact integers end.
 */
const STEP = 1024;

/** Numbers that one event of the log may take, when it is several for a client. */
export const MAX_WIRE_IDS_PER_EVENT = STEP / 2;

/** `last_event_id` of a queue that has got nothing yet. */
export const FIRST_LAST_EVENT_ID = -1;

export function eventWireId(base: number, logId: number): number {
  return (logId - base) * STEP;
}

/** The log ID up to which a queue has everything, when its client has seen `lastEventId`. */
export function positionOf(base: number, lastEventId: number): number {
  return lastEventId < 0 ? base : base + Math.floor(lastEventId / STEP);
}

/**
 * The number of a heartbeat that says: nothing for you up to `position`, after `lastEventId`.
 * Undefined when 1023 heartbeats have followed one event: then the answer is an empty list.
 */
export function heartbeatWireId(base: number, position: number, lastEventId: number): number | undefined {
  const id = Math.max(eventWireId(base, position) + 1, lastEventId + 1);
  return position === base && lastEventId < 0 ? 0 : id < eventWireId(base, position + 1) ? id : undefined;
}
