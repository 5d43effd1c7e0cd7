import { placeInSketch, SKETCH_RINGS } from '../../../rules/sketch.ts';
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
  /** Index of the current one of `DELIVERY_STEPS`; null for a delivery that failed. */
  step: number | null;
  /** The page's additional offers change with it. */
  stage: string;
}

/** Steps of a delivery, in order. */
export const DELIVERY_STEPS = ['ordered', 'onTheWay', 'near', 'arrived', 'delivered'] as const;

/** Nearer, or sooner, than this the recipient may go to the door. */
const NEAR_METRES = 1000;
const NEAR_MS = 5 * 60_000;

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
  const step = stepOf(view, reading.now);
  const stage = [view.state, view.success, view.hasFeedback, view.messageForDriver, view.worker?.displayName].join(' ');
  if (view.state === 3) return { headline: ended(view, words, times), details: [], sketch: null, step, stage };
  return {
    headline: expected(view, words, times),
    details: [
      ...(view.pin === null ? [] : [words.pin({ pin: view.pin })]),
      ...onTime(view, words, times),
      ...place(view, words, times, reading),
    ],
    sketch: view.distance === null ? null : placeInSketch(view.distance, view.bearing!),
    step,
    stage,
  };
}

function stepOf(view: TrackingView, now: Date): number | null {
  const { state, success, hasArrived, distance, estimatedArrivalTime } = view;
  const at = (step: (typeof DELIVERY_STEPS)[number]) => DELIVERY_STEPS.indexOf(step);
  if (state === 3) return success ? at('delivered') : null;
  if (hasArrived) return at('arrived');
  if (state !== 2) return at('ordered');
  const isSoon = estimatedArrivalTime !== null && estimatedArrivalTime <= now.getTime() + NEAR_MS;
  return at(isSoon || (distance !== null && distance <= NEAR_METRES) ? 'near' : 'onTheWay');
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

/** Returns how far each ring of the sketch is, as the distance of the driver is written; `500 m` where it would be `0.5 km`. */
export function ringDistances({ language, country }: Pick<Reading, 'language' | 'country'>): string[] {
  return SKETCH_RINGS.map(({ metres }) =>
    metres < 1000 && !MILES.has(country)
      ? new Intl.NumberFormat(language, { style: 'unit', unit: 'meter', unitDisplay: 'short' }).format(metres)
      : length(metres, language, country),
  );
}

interface Times {
  moment(at: number): string;
  window(from: number, to: number): string;
}

/**
 * Times of the day where the delivery is; of another day than today with the day. A moment has the form that a window
 * has: `formatRange` alone writes "03:40" beside "3:41" in Polish, and adds "Uhr" in German.
 */
function timesOf(timeZone: string, { language, country, now }: Reading): Times {
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone });
  const locale = localeOf(language, country);
  const { hour12 } = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).resolvedOptions();
  const time = { hour: hour12 ? 'numeric' : '2-digit', minute: '2-digit', timeZone } as const;
  const clock = new Intl.DateTimeFormat(locale, time);
  const dated = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', ...time });
  const isToday = (at: number) => day.format(at) === day.format(now);
  const formOf = (at: number) => (isToday(at) ? clock : dated);
  const rangeOf = (from: number, to: number): string => {
    if (hour12) return (isToday(from) && isToday(to) ? clock : dated).formatRange(from, to);
    const end = day.format(from) === day.format(to) ? clock : formOf(to);
    return `${formOf(from).format(from)}–${end.format(to)}`;
  };
  return {
    moment: (at) => formOf(at).format(at),
    // Not broken over two lines.
    window: (from, to) => rangeOf(from, to).replaceAll(/\s*–\s*/g, '\u2060–\u2060'),
  };
}

/** Returns the language as it is written in the country: English people and Irish people have 24 hours, Americans 12. */
function localeOf(language: string, country: string): string {
  const isSpoken = new Intl.Locale(`und-${country}`).maximize().language === language;
  return isSpoken ? `${language}-${country}` : language;
}
