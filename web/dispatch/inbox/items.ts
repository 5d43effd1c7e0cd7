import { computed } from '@preact/signals';
import { plainMessage } from '../../shared/plain-message.ts';
import { request } from '../../shared/session/session.ts';
import type { IconName } from '../../shared/ui/icon-names.ts';
import { ageOf } from '../../store/dispatch/select/age.ts';
import { addressLine, isLate, taskName } from '../../store/dispatch/select/tasks.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { ageTick } from '../data/clock.ts';
import { deletedReports, handled, markHandled, otherExceptions } from '../data/exceptions.ts';
import { activeOf, floor, havePositionsCome, positions } from '../data/floor.ts';
import { nameOfOwner, taskLabel } from '../data/names.ts';
import { questions } from '../data/questions.ts';
import { lateText } from '../shared/lateness.ts';
import { words } from '../texts/index.ts';
import { span } from '../texts/units.ts';

/** Kinds of exceptions, the most urgent first, with their icons. */
const KINDS = {
  question: 'message-circle',
  pin: 'lock',
  late: 'clock',
  report: 'file-text',
  failed: 'circle-x',
  stale: 'wifi-off',
  unplaced: 'map-pin',
  soon: 'alarm-clock',
  sms: 'phone',
  webhook: 'webhook',
} as const satisfies Record<string, IconName>;
export type ExceptionKind = keyof typeof KINDS;

const ORDER = Object.keys(KINDS);
/** The first kind of each group: somebody waits for a dispatcher now, the day's plan is at risk, and the rest. */
const GROUPS = { now: 'question', next: 'report', later: 'sms' } as const satisfies Record<string, ExceptionKind>;
export type Urgency = keyof typeof GROUPS;
/** A task that is due within this time and not started is due soon. */
const SOON_MS = 30 * 60_000;

/** Something that needs a dispatcher. */
export interface InboxItem {
  /** Name of the exception: the same for all dispatchers. */
  id: string;
  kind: ExceptionKind;
  /** Time since which it waits, in milliseconds; of a task that is late or soon late, when it is due. */
  at: number;
  /** Task, worker, recipient or webhook that it is about. */
  title: string;
  text: string;
  task?: string;
  worker?: string;
  webhook?: string;
  phone?: string;
  /** Ends it, for all dispatchers. */
  handle(): Promise<unknown>;
}

/** Returns the icon of a kind. */
export const iconOf = (kind: ExceptionKind): IconName => KINDS[kind];

type Exception = Omit<InboxItem, 'handle'>;

const openQuestions = computed<InboxItem[]>(() =>
  [...questions.value.values()].map(({ taskId, messageId, sender, text, time }) => ({
    id: `question ${taskId} ${messageId}`,
    kind: 'question',
    at: time,
    title: `${sender} · ${taskLabel(taskId)}`,
    text: plainMessage(text),
    task: taskId,
    handle: () => request(`/api/v2/tasks/${taskId}/conversation/read`, { method: 'POST', body: { messageId } }),
  })),
);

const worker = (id: string) => nameOfOwner({ type: 'WORKER', id });

const ofTasks = computed<Exception[]>(() => {
  ageTick.value;
  const now = Date.now();
  return [...floor.value.state.tasks.values()].flatMap((task) => exceptionsOf(task, now));
});

function exceptionsOf(task: Task, now: number): Exception[] {
  const { id, state, completionReports = [], completionDetails: details, completeBefore } = task;
  const about = { title: taskName(task), task: id };
  const found: Exception[] = completionReports.flatMap((report): Exception[] => {
    const { wrongPin, success, time } = report;
    // A wrong PIN waits until dispatch has completed the task.
    if (wrongPin && state === 3) return [];
    const name = worker(report.worker);
    const text = wrongPin ? words.inbox.texts.pin({ name }) : words.inbox.texts.report({ name, success });
    return [{ ...about, id: `report ${id} ${report.id}`, kind: wrongPin ? 'pin' : 'report', at: time, text }];
  });
  if (state === 3) {
    if (details.success !== false) return found;
    const text = details.failureNotes || details.notes || addressLine(task);
    return [...found, { ...about, id: `failed ${id}`, kind: 'failed', at: details.time ?? now, text }];
  }
  if (!task.destination.located) {
    const text = words.inbox.texts.unplaced({ address: addressLine(task) });
    found.push({ ...about, id: `unplaced ${id}`, kind: 'unplaced', at: task.timeCreated, text });
  }
  if (isLate(task, now)) {
    const who = task.worker ? worker(task.worker) : words.unassigned;
    const text = `${who} · ${lateText(task.delayTime)}`;
    found.push({ ...about, id: `late ${id}`, kind: 'late', at: completeBefore ?? now, text });
  } else if (state < 2 && completeBefore !== null && completeBefore - now < SOON_MS) {
    const time = span(completeBefore - now);
    const text = task.worker ? words.inbox.texts.soon({ time }) : words.inbox.texts.soonUnassigned({ time });
    found.push({ ...about, id: `soon ${id}`, kind: 'soon', at: completeBefore, text });
  }
  return found;
}

/** Workers with a task under way whose position is lost. Ages count, not positions, which change every second. */
const lostWorkers = computed<Exception[]>(() => {
  ageTick.value;
  const now = Date.now();
  const known = positions.peek().positions;
  return [...activeOf.value.keys()].flatMap((id): Exception[] => {
    const located = known.get(id)?.located ?? null;
    if (!floor.value.state.workers.get(id)?.onDuty || ageOf(located, now) !== 'lost') return [];
    if (located === null && !havePositionsCome(now)) return [];
    const text =
      located === null ? words.inbox.texts.neverSeen : words.inbox.texts.stale({ time: span(now - located) });
    return [{ id: `stale ${id} ${located}`, kind: 'stale', at: located ?? now, title: worker(id), text, worker: id }];
  });
});

const ofOthers = computed<Exception[]>(() => {
  const { failingWebhooks, undeliveredMessages } = otherExceptions.value;
  return [
    ...deletedReports.value.flatMap(({ shortId, completionReports }) =>
      completionReports.map(
        ({ id, worker: who, success, time }): Exception => ({
          id: `report ${id}`,
          kind: 'report',
          at: time,
          title: words.lateReports.task({ shortId }),
          text: words.inbox.texts.deleted({ name: worker(who), success }),
        }),
      ),
    ),
    ...undeliveredMessages.map(
      ({ id, phone, recipient, time, reason }): Exception => ({
        id: `sms ${id}`,
        kind: 'sms',
        at: time,
        title: recipient ?? phone,
        text: words.inbox.texts.sms({ reason }),
        phone,
      }),
    ),
    ...failingWebhooks.map(
      ({ id, name, isEnabled, failures }): Exception => ({
        id: `webhook ${id} ${isEnabled ? 'failing' : 'disabled'}`,
        kind: 'webhook',
        at: Date.now(),
        title: name,
        text: isEnabled ? words.inbox.texts.failing({ count: failures }) : words.inbox.texts.disabled,
        webhook: id,
      }),
    ),
  ];
});

/** Everything that needs a dispatcher, the most urgent first; of a kind what waits longest. */
export const inboxItems = computed<readonly InboxItem[]>(() => {
  const exceptions = [...ofTasks.value, ...lostWorkers.value, ...ofOthers.value];
  const open = exceptions.filter(({ id }) => !handled.value.has(id));
  const marked = open.map((item): InboxItem => ({ ...item, handle: () => markHandled(item.id, aboutOf(item)) }));
  return [...openQuestions.value, ...marked].sort(
    (a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || a.at - b.at,
  );
});

const aboutOf = ({ task, worker: id }: Exception) => ({ ...(task && { task }), ...(id && { worker: id }) });

/** The same in groups, without those that are empty. */
export const inboxGroups = computed<readonly { urgency: Urgency; items: readonly InboxItem[] }[]>(() => {
  const items = Map.groupBy(inboxItems.value, ({ kind }) => urgencyOf(kind));
  return [...items].map(([urgency, ofGroup]) => ({ urgency, items: ofGroup }));
});

function urgencyOf(kind: ExceptionKind): Urgency {
  const urgencies = Object.keys(GROUPS) as Urgency[];
  return urgencies.findLast((urgency) => ORDER.indexOf(GROUPS[urgency]) <= ORDER.indexOf(kind))!;
}

/** Number of things about which somebody waits now: in the tab's title. */
export const urgentCount = computed(() => inboxItems.value.filter(({ kind }) => urgencyOf(kind) === 'now').length);
