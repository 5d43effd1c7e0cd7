import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { type Mode, modeOf, type VehicleType } from '../../../../rules/travel.ts';
import type { Services } from '../../../platform/services.ts';
import type { Location } from '../../geography/location.ts';
import { instructionOf, OsrmManeuver } from './osrm-instructions.ts';
import { COSTINGS, callRouter, isQuestionRefused, isUnreachable, modesOf } from './router.ts';

/** Stops of one question: Valhalla takes 20 where its operator has not said otherwise. */
const MAX_STOPS = 20;
/** Questions under way at a time. */
const CONCURRENT = 4;

/** The way between two stops, along streets. */
export interface RoadLeg {
  metres: number;
  /** Instructions in order. */
  steps: { text: string; metres: number }[];
}

/** Request format of a router for directions. */
interface Guide {
  path(mode: Mode, stops: readonly Location[]): string;
  /** A leg between each two stops. @throws when the answer has another form */
  read(answer: unknown): RoadLeg[];
}

const OsrmAnswer = Type.Object({
  code: Type.Literal('Ok'),
  routes: Type.Array(
    Type.Object({
      legs: Type.Array(
        Type.Object({
          distance: Type.Number(),
          steps: Type.Array(Type.Object({ distance: Type.Number(), name: Type.String(), maneuver: OsrmManeuver })),
        }),
      ),
    }),
    { minItems: 1 },
  ),
});
const ValhallaAnswer = Type.Object({
  trip: Type.Object({
    legs: Type.Array(
      Type.Object({
        summary: Type.Object({ length: Type.Number() }),
        maneuvers: Type.Array(Type.Object({ instruction: Type.String(), length: Type.Number() })),
      }),
    ),
  }),
});

const guides: Record<'osrm' | 'valhalla', Guide> = {
  // It says what kind of turn it is; the words are ours.
  osrm: {
    path: (_mode, stops) =>
      `/route/v1/driving/${stops.map((stop) => stop.join(',')).join(';')}?overview=false&steps=true`,
    read(answer) {
      if (!Value.Check(OsrmAnswer, answer)) throw new Error("the response does not have OSRM's format");
      return answer.routes[0]!.legs.map(({ distance, steps }) => ({
        metres: distance,
        steps: steps.map(({ distance: metres, name, maneuver }) => ({ text: instructionOf(maneuver, name), metres })),
      }));
    },
  },
  valhalla: {
    path(mode, stops) {
      const locations = stops.map(([lon, lat]) => ({ lon, lat }));
      const question = { locations, costing: COSTINGS[mode], directions_type: 'instructions', units: 'kilometers' };
      return `/route?json=${encodeURIComponent(JSON.stringify(question))}`;
    },
    read(answer) {
      if (!Value.Check(ValhallaAnswer, answer)) throw new Error("the response does not have Valhalla's format");
      return answer.trip.legs.map(({ summary, maneuvers }) => ({
        metres: summary.length * 1000,
        steps: maneuvers.map(({ instruction, length }) => ({ text: instruction, metres: length * 1000 })),
      }));
    },
  },
};

/**
 * The legs of a way along stops, by the configured router; undefined for each that it knows no way for, is not asked for, or
 * does not answer. Never called in a transaction.
 */
export async function directionsAlong(
  services: Services,
  vehicle: VehicleType | null,
  stops: readonly Location[],
): Promise<(RoadLeg | undefined)[]> {
  const mode = modeOf(vehicle);
  const legs: (RoadLeg | undefined)[] = new Array(Math.max(0, stops.length - 1)).fill(undefined);
  if (!modesOf(services).includes(mode)) return legs;
  let isDown = false;
  const fill = async (from: number, to: number): Promise<void> => {
    if (isDown || from === to) return;
    const found = await ask(services, mode, stops.slice(from, to + 1));
    if (found) legs.splice(from, found.length, ...found);
    else if (to - from > 1) {
      // One stop that no road leads to would cost all others their way.
      const middle = (from + to) >> 1;
      await fill(from, middle);
      await fill(middle, to);
    }
  };
  const waiting = [...legs.keys()].filter((leg) => leg % (MAX_STOPS - 1) === 0).values();
  const work = async () => {
    for (const from of waiting) await fill(from, Math.min(from + MAX_STOPS - 1, legs.length));
  };
  await Promise.all(Array.from({ length: CONCURRENT }, work)).catch((error: unknown) => {
    isDown = true;
    services.log.warn({ err: error }, 'the router did not respond; part of a manifest has no directions');
  });
  return legs;
}

/**
 * Undefined: there is no way along all of them, or the router refuses the question: too many stops for it, or one that it
 * does not take. @throws when it does not answer in time, or in another form
 */
async function ask(services: Services, mode: Mode, stops: readonly Location[]): Promise<RoadLeg[] | undefined> {
  const guide = guides[services.config.router as keyof typeof guides];
  const { status, answer } = await callRouter(services, guide.path(mode, stops), services.closing);
  if (isQuestionRefused(status) || isUnreachable(services, status, answer)) return undefined;
  const legs = guide.read(answer);
  if (legs.length !== stops.length - 1) throw new Error('the router did not respond for every leg');
  return legs;
}
