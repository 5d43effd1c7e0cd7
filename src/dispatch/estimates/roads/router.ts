import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { type Mode, modeOf, type VehicleType } from '../../../../rules/travel.ts';
import { sendRequest } from '../../../platform/http-client/request.ts';
import type { Services } from '../../../platform/services.ts';
import type { Location } from '../../geography/location.ts';

const TIMEOUT_MS = 2000;
/** Directions along twenty stops through a whole country are less. */
const MAX_BYTES = 4_000_000;

/** A router spoken to over HTTP. */
interface Router {
  /** Undefined: it is not asked for this mode. */
  path(mode: Mode, from: Location, to: Location): string | undefined;
  isUnreachable(status: number, answer: unknown): boolean;
  /** Seconds. @throws when the answer has another form */
  read(answer: unknown): number;
}

const OsrmAnswer = Type.Object({
  code: Type.String(),
  routes: Type.Optional(Type.Array(Type.Object({ duration: Type.Number() }))),
});
const ValhallaAnswer = Type.Object({ trip: Type.Object({ summary: Type.Object({ time: Type.Number() }) }) });
const OsrmRefusal = Type.Object({ code: Type.Enum(['NoRoute', 'NoSegment']) });
/** No road near; no way. */
const ValhallaRefusal = Type.Object({ error_code: Type.Enum([171, 442]) });
/** Valhalla's names. */
export const COSTINGS: Record<Mode, string> = {
  CAR: 'auto',
  TRUCK: 'truck',
  MOTORCYCLE: 'motorcycle',
  BICYCLE: 'bicycle',
  FOOT: 'pedestrian',
};

const routers: Record<'osrm' | 'valhalla', Router> = {
  // https://project-osrm.org/docs/ (route service). A server has one profile and passes over the name in the path, so
  // only motor vehicles are asked for.
  osrm: {
    path: (mode, from, to) =>
      mode === 'BICYCLE' || mode === 'FOOT'
        ? undefined
        : `/route/v1/driving/${from.join(',')};${to.join(',')}?overview=false`,
    isUnreachable: (_status, answer) => Value.Check(OsrmRefusal, answer),
    read(answer) {
      if (!Value.Check(OsrmAnswer, answer)) throw new Error("the response does not have OSRM's format");
      const [route] = answer.routes ?? [];
      if (answer.code !== 'Ok' || !route) throw new Error(`OSRM reported ${answer.code.slice(0, 50)}`);
      return route.duration;
    },
  },
  // https://valhalla.github.io/valhalla/api/turn-by-turn/api-reference/
  valhalla: {
    path(mode, from, to) {
      const locations = [from, to].map(([lon, lat]) => ({ lon, lat }));
      const question = { locations, costing: COSTINGS[mode], directions_type: 'none' };
      return `/route?json=${encodeURIComponent(JSON.stringify(question))}`;
    },
    isUnreachable: (status, answer) => status === 400 && Value.Check(ValhallaRefusal, answer),
    read(answer) {
      if (!Value.Check(ValhallaAnswer, answer)) throw new Error("the response does not have Valhalla's format");
      return answer.trip.summary.time;
    },
  },
};

/** Modes that the configured router is asked for; none without one. */
export function modesOf({ config }: Services): Mode[] {
  if (config.router === 'off') return [];
  const { path } = routers[config.router];
  return (Object.keys(COSTINGS) as Mode[]).filter((mode) => path(mode, [0, 0], [0, 0]) !== undefined);
}

/** Whether a router refused a question, which says nothing about the next one. That there were too many does. */
export const isQuestionRefused = (status: number): boolean => status >= 400 && status < 500 && status !== 429;

/**
 * Asks the configured router. Never called in a transaction. A refusal may have no `answer`: a proxy before the router that
 * finds a question too long says so in HTML.
 * @throws when it does not answer in time, or not with JSON
 */
export async function callRouter(
  { config }: Services,
  path: string,
  signal: AbortSignal,
): Promise<{ status: number; answer: unknown }> {
  const { status, text } = await sendRequest({
    url: new URL(`${config.routerUrl}${path}`),
    method: 'GET',
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    longer: 'fail',
    // The operator says where it is; it usually is at home.
    allowInsecure: true,
    signal,
  });
  try {
    return { status, answer: JSON.parse(text) };
  } catch (error) {
    if (isQuestionRefused(status)) return { status, answer: undefined };
    throw error;
  }
}

/** Whether the configured router says that there is no way. */
export function isUnreachable({ config }: Services, status: number, answer: unknown): boolean {
  return config.router !== 'off' && routers[config.router].isUnreachable(status, answer);
}

/**
 * Seconds by road; null when there is no way. Never called in a transaction.
 * @throws when the router does not answer in time, or in another form
 */
export async function askRouter(
  services: Services,
  mode: Mode,
  from: Location,
  to: Location,
  signal: AbortSignal,
): Promise<number | null> {
  const { router: kind } = services.config;
  if (kind === 'off') throw new Error('no router is configured');
  const router = routers[kind];
  const { status, answer } = await callRouter(services, router.path(mode, from, to)!, signal);
  return router.isUnreachable(status, answer) ? null : router.read(answer);
}

/** As `askRouter`, in whole seconds; undefined where it knows no way, is not asked, or does not answer. */
export async function roadSeconds(
  services: Services,
  vehicle: VehicleType | null,
  from: Location,
  to: Location,
): Promise<number | undefined> {
  const mode = modeOf(vehicle);
  if (!modesOf(services).includes(mode)) return undefined;
  try {
    const seconds = await askRouter(services, mode, from, to, services.closing);
    return seconds === null ? undefined : Math.round(seconds);
  } catch (error) {
    services.log.warn({ err: error }, 'the router did not respond; travel times are estimated from straight lines');
    return undefined;
  }
}
