import { type TSchema, Type } from 'typebox';
import { LiveAdministrator } from '../administrators/live.ts';
import { Nullable } from '../http/validate.ts';
import { LiveHub } from '../hubs/live.ts';
import { LiveRoutePlan } from '../route-plans/live.ts';
import { LiveTask } from '../tasks/live.ts';
import { LiveTeam } from '../teams/live.ts';
import { LiveWorker } from '../workers/live.ts';
import { LiveContainer, LiveSplice } from './live-containers.ts';
import type { LiveKind } from './touched.ts';

const ITEMS: Readonly<Record<LiveKind, TSchema>> = {
  hub: LiveHub,
  administrator: LiveAdministrator,
  team: LiveTeam,
  worker: LiveWorker,
  task: LiveTask,
  container: LiveContainer,
  routePlan: LiveRoutePlan,
};
const kinds = Object.keys(ITEMS);

const Cause = {
  by: Type.Optional(Type.Object({ type: Type.Enum(['API', 'ADMIN', 'WORKER']), id: Type.String() })),
  trigger: Type.Optional(Type.Integer()),
};
const put = (kind: string, item: TSchema) =>
  Type.Object({ kind: Type.Literal(kind), op: Type.Literal('put'), item, ...Cause });

/** One change of what is in sight. */
export const LiveChange = Type.Union([
  ...Object.entries(ITEMS).map(([kind, item]) => put(kind, item)),
  Type.Object({ kind: Type.Enum(kinds), op: Type.Literal('remove'), id: Type.String(), ...Cause }),
  Type.Object({ kind: Type.Literal('container'), op: Type.Literal('splice'), item: LiveSplice, ...Cause }),
  Type.Object({ kind: Type.String(), op: Type.Literal('touch'), id: Type.String() }),
]);

const numbers = Type.Array(Nullable(Type.Number()));
const Device = Type.Object({
  appVersion: Nullable(Type.String()),
  deviceDescription: Nullable(Type.String()),
  platform: Nullable(Type.String()),
  hasRecentlyUsedSpoofedLocations: Type.Boolean(),
});

/** What the stream sends, by the name of the event. */
export const LIVE_EVENTS = {
  snapshot: Type.Union(
    Object.entries(ITEMS).map(([kind, item]) =>
      Type.Object({
        kind: Type.Literal(kind),
        items: Type.Array(item),
        first: Type.Optional(Type.Literal(true)),
        completedSince: Type.Optional(Type.Integer()),
      }),
    ),
  ),
  ready: Type.Object({
    event: Type.Integer(),
    at: Type.Integer(),
    resumed: Type.Boolean(),
    completedSince: Type.Integer(),
    sight: Type.Object({ teams: Nullable(Type.Array(Type.String())) }),
  }),
  changes: Type.Object({ event: Type.Integer(), at: Type.Integer(), changes: Type.Array(LiveChange) }),
  head: Type.Object({ event: Type.Integer() }),
  positions: Type.Object({
    at: Type.Integer(),
    w: Type.Array(Type.String()),
    lon: numbers,
    lat: numbers,
    located: numbers,
    seen: numbers,
    battery: numbers,
    delay: numbers,
    devices: Type.Record(Type.String(), Device),
  }),
  end: Type.Object({ reason: Type.Enum(['session_ended', 'sight_changed', 'slow', 'unavailable', 'closing']) }),
};
