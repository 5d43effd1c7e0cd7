import { placeInSketch } from '../../../rules/sketch.ts';
import type { TrackingView } from './present.ts';
import { type TrackingWords, trackingWords } from './words.ts';

/** Texts for a recipient. */
export interface Described {
  /** The state in one sentence: when. */
  headline: string;
  /** Further details, one sentence each. */
  details: string[];
  /** Worker's position in a drawing centred on the door, 60 units to each side; null if not shown. */
  sketch: [x: number, y: number] | null;
  /** The page's additional offers change with it. */
  stage: string;
}

const MINUTE_MS = 60_000;
/** An estimate is told as a window of a quarter of an hour, from about five minutes before it, in steps of five minutes. */
const BEFORE_MS = 5 * MINUTE_MS;
const WINDOW_MS = 15 * MINUTE_MS;
const STEP_MS = 5 * MINUTE_MS;
/** Countries whose roads have miles. */
const MILES = new Set(['US', 'GB', 'LR', 'MM']);

interface Reading {
  language: string;
  now: Date;
  /** Two-letter country of the executor. */
  country: string;
}

/** A task in a recipient's words. What is not known is said to be unknown: no time is made up. */
export function describeTracking(view: TrackingView, reading: Reading): Described {
  const words = trackingWords(reading.language);
  const times = timesOf(view.timezone, reading);
  const stage = [view.state, view.success, view.hasFeedback, view.messageForDriver, view.worker?.displayName].join(' ');
  if (view.state === 3) return { headline: ended(view, words, times), details: [], sketch: null, stage };
  return {
    headline: expected(view, words, times),
    details: [
      ...(view.pin === null ? [] : [words.pin({ pin: view.pin })]),
      ...onTime(view, words, times),
      ...place(view, words, times, reading),
    ],
    sketch: view.distance === null ? null : placeInSketch(view.distance, view.bearing!),
    stage,
  };
}

function ended({ success, isPickup, timeCompleted }: TrackingView, words: TrackingWords, times: Times): string {
  const write = success ? (isPickup ? words.pickedUp : words.completed) : words.failed;
  return write({ time: times.moment(timeCompleted!) });
}

function expected(view: TrackingView, words: TrackingWords, times: Times): string {
  const { state, hasArrived, worker, estimatedArrivalTime, stopsBefore } = view;
  const named = (write: (values: { worker: string }) => string, unnamed: string) =>
    worker ? write({ worker: worker.displayName }) : unnamed;
  if (hasArrived) return named(words.arrived, words.arrivedUnnamed);
  if (state === 0) return words.preparing;
  const when =
    estimatedArrivalTime === null
      ? words.noTime
      : words.arriving({ window: times.window(...windowAround(estimatedArrivalTime)) });
  if (state === 2) return `${named(words.onTheWay, words.onTheWayUnnamed)}. ${when}`;
  if (stopsBefore === null) return when;
  const stops = stopsBefore === 0 ? words.next : words.stops({ count: stopsBefore });
  return words.whenAndStops({ when, stops });
}

function windowAround(estimate: number): [from: number, to: number] {
  const from = Math.round((estimate - BEFORE_MS) / STEP_MS) * STEP_MS;
  return [from, from + WINDOW_MS];
}

/** Returns the sentences about the planned time: alone if nothing else is known, otherwise only if it will be later. */
function onTime(view: TrackingView, words: TrackingWords, times: Times): string[] {
  const { completeAfter, completeBefore, estimatedArrivalTime, hasArrived } = view;
  if (completeBefore === null || hasArrived) return [];
  const window = completeAfter === null ? times.moment(completeBefore) : times.window(completeAfter, completeBefore);
  if (estimatedArrivalTime === null) return completeAfter === null ? [] : [words.planned({ window })];
  return estimatedArrivalTime > completeBefore ? [words.late({ window })] : [];
}

function place(view: TrackingView, words: TrackingWords, times: Times, { language, country }: Reading): string[] {
  const { state, hasArrived, worker, distance, timeLocated } = view;
  if (hasArrived || state === 0 || !worker) return [];
  if (distance === null) return state === 2 ? [words.noPosition({ worker: worker.displayName })] : [];
  return [words.distance({ distance: length(distance, language, country), time: times.moment(timeLocated!) })];
}

/** A distance as one says it: to a tenth of a mile or of a kilometre. */
function length(metres: number, language: string, country: string): string {
  const [unit, value] = MILES.has(country) ? ['mile', metres / 1609.344] : ['kilometer', metres / 1000];
  const maximumFractionDigits = value < 10 ? 1 : 0;
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits }).format(
    Math.max(value as number, 0.1),
  );
}

interface Times {
  moment(at: number): string;
  window(from: number, to: number): string;
}

/** Times of the day where the delivery is; of another day than today with the day. */
function timesOf(timeZone: string, { language, now }: Reading): Times {
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone });
  const today = day.format(now);
  const clock = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', timeZone });
  const dated = new Intl.DateTimeFormat(language, {
    ...({ weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const),
    timeZone,
  });
  const formOf = (...times: number[]) => (times.every((at) => day.format(at) === today) ? clock : dated);
  return {
    moment: (at) => formOf(at).format(at),
    // Not broken over two lines.
    window: (from, to) =>
      formOf(from, to)
        .formatRange(from, to)
        .replaceAll(/\s*–\s*/g, '\u2060–\u2060'),
  };
}
