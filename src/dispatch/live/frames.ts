import { type TSchema, Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { discriminated } from '../../platform/http/discriminated.ts';
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

/** Author of a change. */
export const LiveAuthor = Type.Object(
  {
    type: Type.Enum(['API', 'ADMIN', 'WORKER'], { description: 'An API key, an administrator or a worker.' }),
    id: Type.String({ description: 'ID of the key, administrator or worker.' }),
  },
  { description: 'Who changed it; absent if it was nobody.' },
);
const Cause = {
  by: Type.Optional(LiveAuthor),
  trigger: Type.Optional(
    Type.Integer({ description: 'Number of the webhook trigger for this change; absent if there is none.' }),
  ),
};
const kindOfChange = (kind: string) => Type.Literal(kind, { description: 'Kind of the object.' });
const operationOf = <Name extends string>(name: Name, description: string) => Type.Literal(name, { description });
const put = (kind: string, item: TSchema) =>
  Type.Object({
    kind: kindOfChange(kind),
    op: operationOf('put', 'The object is new or changed.'),
    item: described(item, 'The object as it is now.'),
    ...Cause,
  });

const puts = Object.entries(ITEMS).map(([kind, item]) => put(kind, item));
const LivePut = discriminated('kind', puts, { description: 'An object is new or changed.' });
const LiveRemoval = Type.Object(
  {
    kind: Type.Enum(kinds, { description: 'Kind of the object.' }),
    op: operationOf('remove', 'The object is deleted or out of sight.'),
    id: Type.String({ description: 'ID of the object.' }),
    ...Cause,
  },
  { description: 'An object is deleted or out of sight.' },
);
const LiveSpliceChange = Type.Object(
  {
    kind: kindOfChange('container'),
    op: operationOf('splice', 'Tasks left a list or joined it.'),
    item: described(LiveSplice, 'What changed in the list.'),
    ...Cause,
  },
  { description: 'Tasks left a list or joined it.' },
);
const LiveTouch = Type.Object(
  {
    kind: Type.String({ description: 'Kind of the object.' }),
    op: operationOf('touch', 'Something about the object changed. Get it again if you show it.'),
    id: Type.String({ description: 'ID of the object.' }),
  },
  { description: 'Something about an object changed. Get it again if you show it.' },
);

/** One change of what is in sight. */
export const LiveChange = discriminated<TSchema>('op', [LivePut, LiveRemoval, LiveSpliceChange, LiveTouch]);

const snapshots = Object.entries(ITEMS).map(([kind, item]) =>
  Type.Object({
    kind: Type.Literal(kind, { description: 'What the items are.' }),
    items: Type.Array(item, { description: 'Objects as they are now.' }),
    first: Type.Optional(Type.Literal(true, { description: 'True in the first snapshot: what you had is outdated.' })),
    completedSince: Type.Optional(
      Type.Integer({
        description: 'With `first`: tasks completed since this time are included, in milliseconds since 1970.',
      }),
    ),
  }),
);
const LiveSnapshot = discriminated('kind', snapshots, {
  description: 'Objects in sight, in several events, one kind in each.',
});
const byKind = (schemas: readonly TSchema[], end: string) =>
  Object.fromEntries(
    kinds.map((kind, index) => [`Live${kind[0]!.toUpperCase()}${kind.slice(1)}${end}`, schemas[index]!]),
  );

/** Schemas of changes and snapshots, by their names in the documents. */
export const liveEventSchemas: Readonly<Record<string, TSchema>> = {
  ...{ LivePut, LiveRemoval, LiveSpliceChange, LiveTouch, LiveSnapshot },
  ...byKind(puts, 'Put'),
  ...byKind(snapshots, 'Snapshot'),
};

const column = (description: string) => Type.Array(Nullable(Type.Integer()), { description });
const some = (description: string) => Type.Record(Type.String(), Nullable(Type.Number()), { description });
const Device = Type.Object({
  appVersion: Nullable(Type.String(), { description: 'Version of the app; null if it was not reported.' }),
  deviceDescription: Nullable(Type.String(), { description: 'Model of the device; null if it was not reported.' }),
  platform: Nullable(Type.String(), { description: 'Operating system; null if it was not reported.' }),
  hasRecentlyUsedSpoofedLocations: Type.Boolean({ description: 'Always false: positions are not checked.' }),
});

/** Payloads of the stream by event name. */
export const LIVE_EVENTS = {
  snapshot: LiveSnapshot,
  ready: Type.Object(
    {
      event: Type.Integer({ description: 'Number of the newest event that is included.' }),
      at: Type.Integer({ description: "The server's time, in milliseconds since 1970." }),
      resumed: Type.Boolean({ description: 'True if the stream continues an earlier one without snapshots.' }),
      completedSince: Type.Integer({
        description: 'Tasks completed since this time are included, in milliseconds since 1970.',
      }),
      sight: Type.Object(
        { teams: Nullable(Type.Array(Type.String()), { description: 'IDs of the teams that you see; null: all.' }) },
        { description: 'What you see.' },
      ),
    },
    { description: 'All snapshots are sent; changes follow.' },
  ),
  changes: Type.Object(
    {
      event: Type.Integer({ description: 'Number of the event.' }),
      at: Type.Integer({ description: 'When it happened, in milliseconds since 1970.' }),
      changes: Type.Array(LiveChange, { description: 'What changed, in order.' }),
    },
    { description: 'Changes of what is in sight.' },
  ),
  head: Type.Object(
    { event: Type.Integer({ description: 'Number of the newest event.' }) },
    { description: 'Events happened of which you see nothing.' },
  ),
  positions: Type.Object(
    {
      at: Type.Integer({ description: "The server's time, in milliseconds since 1970." }),
      ids: Type.Record(Type.String(), Type.String(), {
        description:
          'IDs of workers by their numbers in this stream, for numbers that it has not used before. Discard earlier values of these workers.',
      }),
      w: Type.Array(Type.Integer(), {
        description: 'Numbers of the workers that changed; the columns are in the same order.',
      }),
      lon: column('In hundred-thousandths of a degree.'),
      lat: column('In hundred-thousandths of a degree.'),
      age: column('Milliseconds before `at` at which the place was measured.'),
      seen: some('Milliseconds before `at` at which the device last reported, if not when the place was measured.'),
      battery: some('From 0 to 1, where it has changed.'),
      delay: some('Seconds by which the worker is late, where that has changed.'),
      devices: Type.Record(Type.String(), Device, {
        description: 'Devices by the number of the worker, where they changed.',
      }),
    },
    { description: 'Positions of workers, in columns.' },
  ),
  end: Type.Object(
    {
      reason: Type.Enum(['session_ended', 'sight_changed', 'slow', 'unavailable', 'closing'], {
        description: 'Why the server ends the stream. Only `session_ended` means that you cannot reconnect.',
      }),
    },
    { description: 'The last event of the stream.' },
  ),
};
