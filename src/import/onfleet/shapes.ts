import { type Static, type TSchema, Type } from 'typebox';
import { OBJECT_ID_PATTERN } from '../../platform/ids.ts';

const maybe = <T extends TSchema>(type: T) => Type.Optional(Type.Union([type, Type.Null()]));
const Id = Type.String({ pattern: OBJECT_ID_PATTERN });
/** Milliseconds since 1970, as far as a date goes. */
const Time = Type.Number({ minimum: 0, maximum: 8.64e15 });
const Place = Type.Tuple([Type.Number({ minimum: -180, maximum: 180 }), Type.Number({ minimum: -90, maximum: 90 })]);
const Anything = Type.Record(Type.String(), Type.Unknown());
const Ids = Type.Array(Id);
const Items = Type.Optional(Type.Union([Type.Array(Type.Unknown()), Type.Null()]));
const times = { timeCreated: Time, timeLastModified: Time };

export const SourceOrganization = Type.Object({ id: Id, name: Type.String() });
export type SourceOrganization = Static<typeof SourceOrganization>;

export const SourceHub = Type.Object({
  id: Id,
  name: Type.String(),
  location: Place,
  address: Anything,
  located: maybe(Type.Boolean()),
});
export type SourceHub = Static<typeof SourceHub>;

export const SourceAdministrator = Type.Object({
  ...{ id: Id, ...times, email: Type.String({ minLength: 3 }), name: Type.String(), type: Type.String() },
  isReadOnly: maybe(Type.Boolean()),
  phone: maybe(Type.String()),
  metadata: Items,
});
export type SourceAdministrator = Static<typeof SourceAdministrator>;

export const SourceTeam = Type.Object({
  ...{ id: Id, ...times, name: Type.String(), managers: Ids, hub: maybe(Id), tasks: Type.Optional(Ids) },
  enableSelfAssignment: maybe(Type.Boolean()),
  metadata: Items,
});
export type SourceTeam = Static<typeof SourceTeam>;

export const SourceDestination = Type.Object({
  ...{ id: Id, ...times, location: Place, address: Anything, notes: maybe(Type.String()), metadata: Items },
  warnings: maybe(Type.Array(Type.String())),
  geocoderPlaceId: maybe(Type.String()),
  geocoding: Type.Optional(Type.Unknown()),
});
export type SourceDestination = Static<typeof SourceDestination>;

const Vehicle = Type.Object({
  id: maybe(Type.String()),
  type: Type.Enum(['CAR', 'MOTORCYCLE', 'BICYCLE', 'TRUCK']),
  description: maybe(Type.String()),
  licensePlate: maybe(Type.String()),
  color: maybe(Type.String()),
  timeLastModified: maybe(Time),
});

export const SourceWorker = Type.Object({
  ...{ id: Id, ...times, name: Type.String(), displayName: maybe(Type.String()), phone: maybe(Type.String()) },
  ...{ teams: Ids, tasks: Ids, capacity: maybe(Type.Number()), vehicle: maybe(Vehicle), metadata: Items },
  additionalCapacities: maybe(Anything),
  timezone: maybe(Type.String()),
  skills: maybe(Type.Array(Type.String())),
  addresses: maybe(Type.Object({ routing: Type.Optional(Type.Unknown()) })),
});
export type SourceWorker = Static<typeof SourceWorker>;

export const SourceRecipient = Type.Object({
  ...{ id: Id, ...times, name: Type.String(), phone: maybe(Type.String()), notes: maybe(Type.String()) },
  skipSMSNotifications: maybe(Type.Boolean()),
  language: maybe(Type.String()),
  metadata: Items,
});
export type SourceRecipient = Static<typeof SourceRecipient>;

export const SourceRecipientPage = Type.Object({
  recipients: Type.Array(Type.Object({ recipient: SourceRecipient })),
  lastId: maybe(Id),
});

export const SourceTask = Type.Object({
  ...{ id: Id, shortId: Type.String({ minLength: 1, maxLength: 64 }), ...times, state: Type.Enum([0, 1, 2, 3]) },
  ...{ merchant: Id, executor: Id, creator: Id, worker: maybe(Id), dependencies: Ids },
  ...{ completeAfter: maybe(Time), completeBefore: maybe(Time), pickupTask: Type.Boolean(), notes: Type.String() },
  completionDetails: maybe(
    Type.Object({
      events: Type.Optional(
        Type.Array(Type.Object({ name: Type.String(), time: Time, location: Type.Optional(Type.Unknown()) })),
      ),
      time: maybe(Time),
      success: maybe(Type.Boolean()),
      notes: maybe(Type.String()),
      failureReason: maybe(Type.String()),
      failureNotes: maybe(Type.String()),
      verifiedAge: maybe(Type.Number()),
      firstLocation: Type.Optional(Type.Unknown()),
      lastLocation: Type.Optional(Type.Unknown()),
      distance: maybe(Type.Number()),
      signatureUploadId: maybe(Type.String()),
      photoUploadId: maybe(Type.String()),
    }),
  ),
  feedback: Items,
  recipientMessage: Type.Optional(Type.Unknown()),
  metadata: Items,
  customFields: Items,
  overrides: maybe(
    Type.Object({
      recipientName: maybe(Type.String()),
      recipientNotes: maybe(Type.String()),
      recipientSkipSMSNotifications: maybe(Type.Boolean()),
    }),
  ),
  quantity: maybe(Type.Number()),
  additionalQuantities: maybe(Anything),
  serviceTime: maybe(Type.Number()),
  requirements: maybe(Anything),
  appearance: maybe(Type.Object({ triangleColor: maybe(Type.Integer({ minimum: 0, maximum: 100 })) })),
  scanOnlyRequiredBarcodes: maybe(Type.Boolean()),
  barcodes: maybe(Type.Object({ required: Items, captured: Items })),
  container: maybe(Type.Object({ type: Type.String(), team: maybe(Id), worker: maybe(Id) })),
  trackingViewed: maybe(Type.Boolean()),
  recipients: Type.Array(SourceRecipient),
  destination: SourceDestination,
  didAutoAssign: maybe(Type.Boolean()),
  orderShortId: maybe(Type.String()),
  skills: maybe(Type.Array(Type.String())),
  sourceTaskId: maybe(Id),
});
export type SourceTask = Static<typeof SourceTask>;

export const SourceTaskPage = Type.Object({ tasks: Type.Array(SourceTask), lastId: maybe(Id) });
export const SourceContainer = Type.Object({ tasks: Ids });
export const SourceWebhook = Type.Object({
  id: Type.String(),
  url: Type.String(),
  trigger: Type.Number(),
  name: maybe(Type.String()),
});
export type SourceWebhook = Static<typeof SourceWebhook>;
