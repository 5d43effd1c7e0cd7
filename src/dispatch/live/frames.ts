import { type TSchema, Type } from 'typebox';
import { LiveAdministrator } from '../administrators/live.ts';
import type { LiveKind } from '../events/kinds.ts';
import { Nullable } from '../http/validate.ts';
import { LiveHub } from '../hubs/live.ts';
import { PlainRoutePlan } from '../route-plans/present.ts';
import { Task } from '../tasks/present.ts';
import { LiveTeam } from '../teams/live.ts';
import { LiveWorker } from '../workers/live.ts';
import { LiveContainer, LiveSplice } from './live-containers.ts';

const ITEMS: Readonly<Record<LiveKind, TSchema>> = {
  hub: LiveHub,
  administrator: LiveAdministrator,
  team: LiveTeam,
  worker: LiveWorker,
  task: Task,
  container: LiveContainer,
  routePlan: PlainRoutePlan,
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

const column = (description: string) => Type.Array(Nullable(Type.Integer()), { description });
const some = (description: string) => Type.Record(Type.String(), Nullable(Type.Number()), { description });
const Device = Type.Object({
  appVersion: Nullable(Type.String()),
  deviceDescription: Nullable(Type.String()),
  platform: Nullable(Type.String()),
  hasRecentlyUsedSpoofedLocations: Type.Boolean(),
});

/** Payloads of the stream by event name. */
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
    ids: Type.Record(Type.String(), Type.String(), {
      description:
        'IDs of workers by the number that this stream calls them; of those it has not named before. What was known of them is forgotten.',
    }),
    w: Type.Array(Type.Integer(), {
      description: 'Numbers of the workers of whom something has changed; the columns are in their order.',
    }),
    lon: column('In hundred-thousandths of a degree.'),
    lat: column('In hundred-thousandths of a degree.'),
    age: column('Milliseconds before `at` at which the place was measured.'),
    seen: some(
      'Milliseconds before `at` at which the device was heard of, where that is not when the place was measured.',
    ),
    battery: some('From 0 to 1, where it has changed.'),
    delay: some('Seconds by which the worker is late, where that has changed.'),
    devices: Type.Record(Type.String(), Device),
  }),
  end: Type.Object({ reason: Type.Enum(['session_ended', 'sight_changed', 'slow', 'unavailable', 'closing']) }),
};
