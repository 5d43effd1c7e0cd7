import type { AppendedEvent } from '../../src/platform/events/log.ts';

// biome-ignore lint/suspicious/noExplicitAny: objects as they come over the wire
type Wire = any;

/** Live view of an organization, built only from the events of its log. */
export interface DispatchStore {
  tasks: Map<string, Wire>;
  destinations: Map<string, Wire>;
  recipients: Map<string, Wire>;
  /** Days by date, for each worker. */
  schedules: Map<string, Map<string, Wire>>;
  routePlans: Map<string, Wire>;
}

export const emptyStore = (): DispatchStore => ({
  tasks: new Map(),
  destinations: new Map(),
  recipients: new Map(),
  schedules: new Map(),
  routePlans: new Map(),
});

type Reducer = (store: DispatchStore, payload: Wire) => void;

const TASK_DELETED = 8;

function putTask({ tasks, destinations, recipients, routePlans }: DispatchStore, { triggerId, data: { task } }: Wire) {
  if (triggerId === TASK_DELETED) {
    tasks.delete(task.id);
    for (const plan of routePlans.values()) plan.tasks = plan.tasks.filter((id: string) => id !== task.id);
    return;
  }
  tasks.set(task.id, task);
  destinations.set(task.destination.id, task.destination);
  for (const recipient of task.recipients) recipients.set(recipient.id, recipient);
}

const putDestination: Reducer = ({ tasks, destinations }, { destination }) => {
  destinations.set(destination.id, destination);
  for (const task of tasks.values()) if (task.destination.id === destination.id) task.destination = destination;
};

const putRecipient: Reducer = ({ tasks, recipients }, { recipient }) => {
  recipients.set(recipient.id, recipient);
  for (const task of tasks.values()) if (task.recipients[0]?.id === recipient.id) task.recipients = [recipient];
};

/** A task's plan follows from the plans' lists. */
function linkTasks({ tasks }: DispatchStore, id: string, list: readonly string[]) {
  for (const task of tasks.values()) {
    if (list.includes(task.id)) task.routePlan = id;
    else if (task.routePlan === id) delete task.routePlan;
  }
}

/** One for each kind that the law is about. */
const reducers: Record<string, Reducer> = {
  task: putTask,
  destinationCreated: putDestination,
  destinationUpdated: putDestination,
  recipientCreated: putRecipient,
  recipientUpdated: putRecipient,
  scheduleUpdated({ schedules }, { workerId, entries }) {
    const days = schedules.get(workerId) ?? new Map();
    schedules.set(workerId, days);
    for (const entry of entries)
      if (entry.shifts.length > 0) days.set(entry.date, entry);
      else days.delete(entry.date);
  },
  routePlan(store, { data: { routePlan } }) {
    store.routePlans.set(routePlan.id, routePlan);
    linkTasks(store, routePlan.id, routePlan.tasks);
  },
  routePlanDeleted(store, { routePlanId }) {
    store.routePlans.delete(routePlanId);
    linkTasks(store, routePlanId, []);
  },
  workerDeleted({ schedules, routePlans }, { workerId }) {
    schedules.delete(workerId);
    for (const plan of routePlans.values()) if (plan.worker === workerId) plan.worker = null;
  },
  teamDeleted({ routePlans }, { id }) {
    for (const plan of routePlans.values()) if (plan.team === id) plan.team = null;
  },
};

/** Applies an event; kinds that it does not know change nothing here. */
export function applyDispatchEvent(store: DispatchStore, { kind, payload }: Pick<AppendedEvent, 'kind' | 'payload'>) {
  reducers[kind]?.(store, structuredClone(payload));
  // A plan's event holds the states at its moment; later ones are told by the tasks alone.
  for (const plan of store.routePlans.values())
    plan.taskStates = plan.tasks.map((id: string) => store.tasks.get(id)?.state);
}
