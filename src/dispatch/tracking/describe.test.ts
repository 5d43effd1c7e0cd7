import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeTracking, ringDistances } from './describe.ts';
import type { TrackingView } from './present.ts';

const at = (time: string) => Date.parse(`2026-03-02T${time}:00Z`);
const driver = { displayName: 'Dora' } as TrackingView['worker'];
/** A delivery that waits, of which nothing is known. */
const base = {
  ...{ state: 1, success: false, isPickup: false, hasArrived: false, hasFeedback: false, pin: null, worker: null },
  ...{ completeAfter: null, completeBefore: null, estimatedArrivalTime: null, stopsBefore: null, timeCompleted: null },
  ...{ distance: null, bearing: null, timeLocated: null, messageForDriver: null, timezone: 'UTC' },
} as unknown as TrackingView;

function described(given: Partial<TrackingView>, country = 'DE') {
  const reading = { language: 'en', now: new Date(at('09:00')), country } as const;
  const { headline, details } = describeTracking({ ...base, ...given }, reading);
  // Narrow and joining blanks are those of the language's data.
  return [headline, ...details].map((text) =>
    text.replaceAll(/[\u2060]/g, '').replaceAll(/[\u202f\u2009\u00a0]/g, ' '),
  );
}

test('a recipient reads when: an estimate is a window of a quarter of an hour in steps of five minutes', () => {
  const cases: [given: Partial<TrackingView>, headline: string][] = [
    [{ state: 0 }, 'Your delivery is being prepared'],
    [{}, 'The arrival time is not known yet'],
    [{ estimatedArrivalTime: at('10:05') }, 'Arriving 10:00–10:15 AM'],
    [{ estimatedArrivalTime: at('10:07') }, 'Arriving 10:00–10:15 AM'],
    [{ estimatedArrivalTime: at('10:08') }, 'Arriving 10:05–10:20 AM'],
    [{ estimatedArrivalTime: at('10:05'), stopsBefore: 0 }, 'Arriving 10:00–10:15 AM, you are next'],
    [{ estimatedArrivalTime: at('10:05'), stopsBefore: 1 }, 'Arriving 10:00–10:15 AM, 1 stop before you'],
    [{ estimatedArrivalTime: at('10:05'), stopsBefore: 2 }, 'Arriving 10:00–10:15 AM, 2 stops before you'],
    [{ state: 2, worker: driver }, 'Dora is on the way to you. The arrival time is not known yet'],
    [{ state: 2, stopsBefore: 2 }, 'Your delivery is on the way to you. The arrival time is not known yet'],
    [{ state: 2, hasArrived: true, worker: driver }, 'Dora is there'],
    [{ state: 2, hasArrived: true }, 'Your delivery is there'],
    [{ state: 3, success: true, timeCompleted: at('08:30') }, 'Delivered at 8:30 AM'],
    [{ state: 3, success: true, isPickup: true, timeCompleted: at('08:30') }, 'Picked up at 8:30 AM'],
    [{ state: 3, timeCompleted: at('08:30') }, 'Your delivery could not be completed (8:30 AM)'],
    [{ state: 3, success: true, timeCompleted: at('08:30') - 86_400_000 }, 'Delivered at Sun, Mar 1, 8:30 AM'],
  ];
  for (const [given, headline] of cases) assert.equal(described(given)[0], headline, JSON.stringify(given));
});

test('what was planned is said while no estimate is known, and that it will be later once one is', () => {
  const planned = { completeAfter: at('10:00'), completeBefore: at('11:00') };
  const detailsOf = (given: Partial<TrackingView>) => described(given).slice(1);
  assert.deepEqual(detailsOf(planned), ['Planned for 10:00–11:00 AM.']);
  assert.deepEqual(detailsOf({ completeAfter: at('10:00') }), []);
  assert.deepEqual(detailsOf({ completeBefore: at('11:00') }), []);
  assert.deepEqual(detailsOf({ ...planned, estimatedArrivalTime: at('11:00') }), []);
  const late = { estimatedArrivalTime: at('11:00') + 1 };
  assert.deepEqual(detailsOf({ ...planned, ...late }), ['Later than planned (10:00–11:00 AM).']);
  assert.deepEqual(detailsOf({ completeBefore: at('11:00'), ...late }), ['Later than planned (11:00 AM).']);
  assert.deepEqual(detailsOf({ ...planned, ...late, state: 2, hasArrived: true }), []);
  assert.deepEqual(detailsOf({ state: 3, success: true, timeCompleted: at('11:30'), ...planned, pin: '1234' }), []);
  assert.deepEqual(detailsOf({ pin: '1234' }), ['Your PIN for the driver: 1234']);
});

test('a moment and a window have one form of time, that of the language in its country', () => {
  const planned = { completeAfter: at('03:40'), completeBefore: at('03:55'), estimatedArrivalTime: at('09:05') };
  const describedIn = (language: string, country: string, given: Partial<TrackingView>) =>
    describeTracking({ ...base, ...given }, { language, country, now: new Date(at('09:00')) });
  const forms: [language: string, country: string, moment: string, window: string][] = [
    ['pl', 'PL', '03:41', '03:40–03:55'],
    ['de', 'DE', '03:41', '03:40–03:55'],
    ['en', 'GB', '03:41', '03:40–03:55'],
    ['en', 'US', '3:41 AM', '3:40–3:55 AM'],
    ['en', 'DE', '3:41 AM', '3:40–3:55 AM'],
  ];
  for (const [language, country, moment, window] of forms) {
    const texts = [
      describedIn(language, country, { state: 3, success: true, timeCompleted: at('03:41') }).headline,
      ...describedIn(language, country, planned).details,
    ].map((text) => text.replaceAll(/[\u2060]/g, '').replaceAll(/[\u202f\u2009\u00a0]/g, ' '));
    assert.ok(texts[0]!.endsWith(` ${moment}`), `${language}: ${texts[0]}`);
    assert.ok(texts[1]!.includes(`(${window})`), `${language}: ${texts[1]}`);
  }
  const tomorrow = { completeAfter: at('09:00') + 86_400_000, completeBefore: at('10:00') + 86_400_000 };
  const [text] = describedIn('de', 'DE', tomorrow).details;
  assert.equal(text!.replaceAll('\u2060', ''), 'Geplant für Di., 3. März, 09:00–10:00.');
});

test('a delivery goes through five steps; one that failed has none', () => {
  const cases: [given: Partial<TrackingView>, step: number | null][] = [
    [{ state: 0 }, 0],
    [{ state: 1, distance: 200 }, 0],
    [{ state: 2 }, 1],
    [{ state: 2, distance: 1100, estimatedArrivalTime: at('09:06') }, 1],
    [{ state: 2, distance: 1000 }, 2],
    [{ state: 2, estimatedArrivalTime: at('09:05') }, 2],
    [{ state: 2, hasArrived: true }, 3],
    [{ state: 3, success: true, timeCompleted: at('08:30') }, 4],
    [{ state: 3, success: false, timeCompleted: at('08:30') }, null],
  ];
  const reading = { language: 'en', now: new Date(at('09:00')), country: 'DE' };
  for (const [given, step] of cases)
    assert.equal(describeTracking({ ...base, bearing: 0, ...given }, reading).step, step, JSON.stringify(given));
});

test('the rings of the sketch have a scale in the reader’s language and the units of the country', () => {
  const cases: [language: string, country: string, rings: string[]][] = [
    ['de', 'DE', ['500 m', '2 km', '8 km']],
    ['en', 'FR', ['500 m', '2 km', '8 km']],
    ['en', 'US', ['0.3 mi', '1.2 mi', '5 mi']],
    ['de', 'US', ['0,3 mi', '1,2 mi', '5 mi']],
  ];
  for (const [language, country, rings] of cases)
    assert.deepEqual(
      ringDistances({ language, country }).map((text) => text.replaceAll('\u00a0', ' ')),
      rings,
    );
});

test('where the worker is, is said of a started task in the miles or kilometres of the country', () => {
  const near = { state: 2, worker: driver, bearing: 90, timeLocated: at('08:59') } as const;
  const placeOf = (given: Partial<TrackingView>, country?: string) =>
    described({ ...near, ...given }, country).slice(1);
  const away = (distance: string) => [`About ${distance} away, as of 8:59 AM.`];
  assert.deepEqual(placeOf({ distance: 1609.344 }, 'US'), away('1 mi'));
  assert.deepEqual(placeOf({ distance: 1609.344 }, 'FR'), away('1.6 km'));
  assert.deepEqual(placeOf({ distance: 9600 }), away('9.6 km'));
  assert.deepEqual(placeOf({ distance: 10_600 }), away('11 km'));
  assert.deepEqual(placeOf({ distance: 20 }), away('0.1 km'));
  assert.deepEqual(placeOf({ distance: null }), ['The position of Dora is currently unknown.']);
  assert.deepEqual(placeOf({ distance: null, state: 1 }), []);
  for (const hidden of [{ hasArrived: true }, { state: 0 }, { worker: null }] as const)
    assert.deepEqual(placeOf({ distance: 500, ...hidden }), []);
});
