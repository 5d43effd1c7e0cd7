import { Trigger } from '../../../rules/webhook-triggers.ts';
import { ERASURE_EVENT } from '../../platform/erasure/erasure-event.ts';
import { ADDRESS_EVENT } from '../../platform/organizations/address-actions.ts';
import { type ListOwner, type LivePlace, placesOf } from './audience.ts';

/** The kinds of objects that live views hold. */
export const LIVE_KINDS = ['hub', 'administrator', 'team', 'worker', 'task', 'container', 'routePlan'] as const;
export type LiveKind = (typeof LIVE_KINDS)[number];

/** A change of a container's list. */
export interface Splice {
  id: string;
  type: ListOwner['type'];
  owner: string;
  removed: readonly string[];
  inserted: { index: number; ids: readonly string[] } | null;
  version: number;
}

type Ids = readonly (string | undefined)[];

/** Objects that an event changes for live views of the organization. */
interface Touched extends Partial<Record<Exclude<LiveKind, 'container'>, Ids>> {
  /** The change of a container's list. */
  splice?: Splice | undefined;
  /** Places of tasks and route plans according to the event: whoever saw one there may learn that it left. */
  places?: readonly (LivePlace & { id: string | undefined })[];
  deletedWorkers?: Ids;
  /** Whether teams, or who works in them, may have changed. */
  memberships?: boolean;
  /** An object that live views do not hold, by the name that they know it by. */
  other?: { kind: string; id: string | undefined };
  /** Whether more has changed than an event can name: a live view starts over. */
  everything?: boolean;
}

interface Task {
  taskId: string;
  workerId: string | null;
  data: { task: LivePlace };
  /** Additional fields of the trigger beside the task. */
  [further: string]: unknown;
}
interface Worker {
  workerId: string;
  taskId?: null;
  status?: 0 | 1;
  data: { worker: object };
}
interface Team {
  id: string;
  workers: readonly string[];
}
/** A hub or an administrator, with the teams that refer to it and those that no longer do. */
interface OfTeams {
  id: string;
  teams?: readonly string[];
}
interface Id {
  id: string;
}

/** Fields of each kind of event beside its author and trigger. */
interface Payloads {
  task: Task;
  orderedTask: Task;
  taskBatch: { jobId: string };
  container: { container: Splice };
  workerCreated: Worker;
  workerUpdated: Worker;
  workerDeleted: Worker;
  workerDuty: Worker;
  scheduleUpdated: { workerId: string; entries: readonly object[] };
  teamCreated: Team;
  teamUpdated: Team;
  teamDeleted: Team;
  teamDispatch: { dispatchId: string; progress?: object; data?: { dispatch: object } };
  hubCreated: OfTeams;
  hubUpdated: OfTeams;
  hubDeleted: OfTeams;
  administratorCreated: OfTeams;
  administratorUpdated: OfTeams;
  administratorDeleted: OfTeams;
  administratorActivated: OfTeams;
  routePlan: { routePlanId: string; workerId: string | null; data: { routePlan: { tasks: readonly string[] } } };
  routePlanDeleted: { routePlanId: string; tasks: readonly string[] };
  routePlanTasksLeft: { id: string; tasks: readonly string[] };
  destinationCreated: { destination: Id };
  destinationUpdated: { destination: Id };
  recipientCreated: { recipient: Id };
  recipientUpdated: { recipient: Id };
  customFieldsChanged: Id;
  delegation: Id;
  lateReport: Id;
  conversationSettings: Id;
  conversation: { taskId: string };
  recipientMessaged: { taskId: string };
  exceptionHandled: Id;
  webhook: { webhookId: string };
  notificationSettings: object;
  pushSubscription: Id;
  recipientAnswer: { taskId: string; workerId: string; body: string };
  smsResponseMissed: { from: string; to: string; body: string };
  smsOptOut: { recipient: string | null; timestamp: number; SMS: object; data: object | null };
}
export type DispatchEventKind = keyof Payloads;
export type PayloadOf<Kind extends DispatchEventKind> = Payloads[Kind];

/** A declared kind of event; `Payload` may be incomplete in events that an earlier version wrote. */
interface EventKind<Payload extends object> {
  /** The trigger that each of its events fires; several: each event fires one of them or none; null: it never fires one. */
  trigger: Trigger | readonly Trigger[] | null;
  touches(payload: Partial<Payload>, audience: readonly string[]): Touched;
}

/** A change that concerns live views only. */
const silent = { trigger: null } as const;
/** Concerns people's devices and readers of the log, not live views. */
const touchesNothing = { touches: () => ({}) };
const touchesAll = { touches: () => ({ everything: true }) };

const task = {
  trigger: [
    Trigger.taskStarted,
    Trigger.taskEta,
    Trigger.taskArrival,
    Trigger.taskCompleted,
    Trigger.taskFailed,
    Trigger.taskCreated,
    Trigger.taskUpdated,
    Trigger.taskDeleted,
    Trigger.taskAssigned,
    Trigger.taskUnassigned,
    Trigger.taskDelayed,
    Trigger.taskCloned,
    Trigger.predictedTaskDelay,
  ],
  touches: ({ taskId, data }: Partial<Task>) => ({
    task: [taskId],
    places: data?.task ? [{ id: taskId, worker: data.task.worker, container: data.task.container }] : [],
  }),
} as const;

const touchesWorker = { touches: ({ workerId }: Partial<Worker>) => ({ worker: [workerId], memberships: true }) };
const team = {
  ...silent,
  touches: ({ id, workers = [] }: Partial<Team>) => ({ team: [id], worker: workers, memberships: true }),
};
const hub = { ...silent, touches: ({ id, teams = [] }: Partial<OfTeams>) => ({ hub: [id], team: teams }) };
const administrator = {
  ...silent,
  touches: ({ id, teams = [] }: Partial<OfTeams>) => ({ administrator: [id], team: teams }),
};
const destination = {
  ...silent,
  touches: (payload: { destination?: Id }) => ({ other: { kind: 'destination', id: payload.destination?.id } }),
};
const recipient = {
  ...silent,
  touches: (payload: { recipient?: Id }) => ({ other: { kind: 'recipient', id: payload.recipient?.id } }),
};

/**
 * Every kind of event of dispatch: the webhook trigger it fires, and the objects of live views it touches. Nothing else
 * needs to know of a new kind.
 */
export const eventKinds = {
  task,
  // A task as the organization sees it that ordered it from another one.
  orderedTask: task,
  taskBatch: {
    trigger: Trigger.taskBatchCreateJobCompleted,
    touches: ({ jobId }) => ({ other: { kind: 'taskBatch', id: jobId } }),
  },
  container: { ...silent, touches: ({ container }) => ({ splice: container }) },
  workerCreated: { trigger: Trigger.workerCreated, ...touchesWorker },
  workerUpdated: { trigger: Trigger.workerUpdated, ...touchesWorker },
  workerDeleted: {
    trigger: Trigger.workerDeleted,
    touches: (payload) => ({ ...touchesWorker.touches(payload), deletedWorkers: [payload.workerId] }),
  },
  workerDuty: { trigger: Trigger.workerDuty, ...touchesWorker },
  scheduleUpdated: { ...silent, touches: ({ workerId }) => ({ other: { kind: 'schedule', id: workerId } }) },
  teamCreated: team,
  teamUpdated: team,
  teamDeleted: team,
  teamDispatch: {
    trigger: [Trigger.autoDispatchJobCompleted, Trigger.routeOptimizationJobCompleted],
    touches: ({ dispatchId }) => ({ other: { kind: 'teamDispatch', id: dispatchId } }),
  },
  hubCreated: hub,
  hubUpdated: hub,
  // Completed route plans started or ended there.
  hubDeleted: { ...silent, ...touchesAll },
  administratorCreated: administrator,
  administratorUpdated: administrator,
  administratorDeleted: administrator,
  administratorActivated: administrator,
  routePlan: {
    trigger: [
      Trigger.routePlanCreated,
      Trigger.routePlanStarted,
      Trigger.routePlanCompleted,
      Trigger.routePlanUpdated,
      Trigger.routePlanUnassigned,
      Trigger.routePlanAssigned,
      Trigger.routePlanDelayed,
    ],
    touches: ({ routePlanId, data }, audience) => ({
      routePlan: [routePlanId],
      task: data?.routePlan?.tasks ?? [],
      places: placesOf(audience).map((place) => ({ id: routePlanId, ...place })),
    }),
  },
  routePlanDeleted: {
    ...silent,
    touches: ({ routePlanId, tasks = [] }, audience) => ({
      routePlan: [routePlanId],
      task: tasks,
      places: placesOf(audience).map((place) => ({ id: routePlanId, ...place })),
    }),
  },
  routePlanTasksLeft: { ...silent, touches: ({ id, tasks = [] }) => ({ routePlan: [id], task: tasks }) },
  destinationCreated: destination,
  destinationUpdated: destination,
  recipientCreated: recipient,
  recipientUpdated: recipient,
  customFieldsChanged: { ...silent, ...touchesAll },
  delegation: { ...silent, touches: ({ id }) => ({ other: { kind: 'delegation', id } }) },
  lateReport: { ...silent, touches: ({ id }) => ({ other: { kind: 'lateReport', id } }) },
  conversationSettings: { ...silent, touches: ({ id }) => ({ other: { kind: 'conversationSettings', id } }) },
  exceptionHandled: { ...silent, touches: ({ id }) => ({ other: { kind: 'inbox', id } }) },
  // A task's topic was written to or read; known where the task is.
  conversation: {
    ...silent,
    touches: ({ taskId }, audience) => ({
      other: { kind: 'conversation', id: taskId },
      places: placesOf(audience).map((place) => ({ id: taskId, ...place })),
    }),
  },
  recipientMessaged: { ...silent, touches: ({ taskId }) => ({ task: [taskId] }) },
  webhook: { ...silent, touches: ({ webhookId }) => ({ other: { kind: 'webhook', id: webhookId } }) },
  notificationSettings: { ...silent, ...touchesNothing },
  pushSubscription: { ...silent, ...touchesNothing },
  recipientAnswer: { ...silent, ...touchesNothing },
  smsResponseMissed: { trigger: Trigger.smsRecipientResponseMissed, ...touchesNothing },
  smsOptOut: { trigger: Trigger.SMSRecipientOptOut, ...touchesNothing },
} as const satisfies { [Kind in DispatchEventKind]: EventKind<Payloads[Kind]> };

type Declared<Kind extends DispatchEventKind> = (typeof eventKinds)[Kind]['trigger'];
/** The triggers among which an event of a kind has one or none; `never` where the kind itself says it. */
export type TriggerOf<Kind extends DispatchEventKind> =
  Declared<Kind> extends infer Declaration extends readonly Trigger[] ? Declaration[number] : never;

/** Kinds whose events never fire a trigger. */
export type UntriggeredKind = {
  [Kind in DispatchEventKind]: Declared<Kind> extends null ? Kind : never;
}[DispatchEventKind];

/** The trigger that every event of a kind fires; null where there is none, or one of several. */
export function triggerOfKind(kind: DispatchEventKind): Trigger | null {
  const { trigger }: EventKind<never> = eventKinds[kind];
  return typeof trigger === 'number' ? trigger : null;
}

/** Returns the objects that a log event touches; none for events that no live view follows. */
export function touchedInLiveViews(event: {
  part: string;
  kind: string;
  audience: readonly string[];
  payload: object;
}): Touched {
  const { part, kind, audience, payload } = event;
  // Tasks and workers name the organization's address, and any object may have named whoever was erased.
  if (kind === ADDRESS_EVENT || kind === ERASURE_EVENT) return { everything: true };
  if (part !== 'dispatch' || !Object.hasOwn(eventKinds, kind)) return {};
  const declared = eventKinds[kind as DispatchEventKind] as EventKind<object>;
  return declared.touches(payload, audience);
}
