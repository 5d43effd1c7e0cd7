/** A part of the day, by how busy it is: the factor of all rates of people, and whether they come and open their clients. */
export interface Phase {
  name: 'quiet' | 'morning' | 'peak';
  factor: number;
  arrivals: boolean;
}

export const PHASES: readonly Phase[] = [
  { name: 'quiet', factor: 0.2, arrivals: false },
  { name: 'morning', factor: 1, arrivals: true },
  { name: 'peak', factor: 2, arrivals: false },
];

/** Number of people and drivers of a day. */
export interface Size {
  people: number;
  drivers: number;
}

/** Seconds between two of the same by one person, on a usual morning. */
const EACH_PERSON = {
  /** A message, with typing before it. */
  message: 600,
  /** A conversation is opened: its newest 100 messages are fetched and marked as read. */
  open: 120,
  search: 3600,
  /** A file of `UPLOAD_BYTES`. */
  upload: 12_000,
};
/** Clients report every minute that somebody is there, however busy the day is. */
const PRESENCE = 60;
/** All people arrive, and register a queue, within this many seconds. */
const ARRIVING = 5400;

/** Seconds between two positions of a driver. */
const POSITION = 15;
/** Stops of a driver, in a day of so many seconds. */
const STOPS = 25;
const SHIFT = 8 * 3600;
/** Number of times that the recipient of each stop opens the tracking page, and for how many seconds it stays open. */
const TRACKING_VIEWS = 6;
export const TRACKING_SECONDS = 180;

/** Dispatchers whose console is open. */
export const CONSOLES = 5;
/** Number of ten people whose client polls; the others have a stream. */
export const POLLING_OF_TEN = 1;
/** Number of ten people who look at their page, whose stream has a heartbeat every 3 seconds instead of 25. */
export const LOOKING_OF_TEN = 2;
export const UPLOAD_BYTES = 100_000;

export type Action = 'message' | 'open' | 'search' | 'upload' | 'presence' | 'arrival' | 'position' | 'stop' | 'track';

/** Returns how often everything happens, a second. */
export function ratesOf({ people, drivers }: Size, { factor, arrivals }: Phase): Record<Action, number> {
  const of = (kind: keyof typeof EACH_PERSON) => (people * factor) / EACH_PERSON[kind];
  const stop = (drivers * STOPS) / SHIFT;
  return {
    message: of('message'),
    open: of('open'),
    search: of('search'),
    upload: of('upload'),
    presence: people / PRESENCE,
    arrival: arrivals ? people / ARRIVING : 0,
    position: drivers / POSITION,
    stop,
    track: stop * TRACKING_VIEWS,
  };
}

/** Channels by how many people are in each, in how many of them each person is, and the share of all messages that goes to them. */
export const CHANNELS = [
  { name: 'team', size: 12, each: 2, share: 0.45 },
  { name: 'project', size: 60, each: 3, share: 0.25 },
  { name: 'department', size: 300, each: 1, share: 0.04 },
  { name: 'everybody', size: Number.POSITIVE_INFINITY, each: 1, share: 0.005 },
] as const;
// What is left of all messages goes to one other person.
