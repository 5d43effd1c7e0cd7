import { Trigger } from '../../../rules/webhook-triggers.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { AppendedEvent } from '../../platform/events/log.ts';
import { defineLogReader } from '../../platform/events/log-reader.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import { doQueueAllOutbound, type OutboundMessage } from '../../platform/outbound/outbox.ts';
import { sealedPinsOf } from '../pins/access.ts';
import { doNoteNotified } from '../tasks/history/actions.ts';
import { publicName } from '../worker-names/public-name.ts';
import { withPin } from './pin-texts.ts';
import {
  findSettings,
  listOrganizationNames,
  listWorkerNames,
  NOTIFICATIONS_CURSOR,
  type SettingsRow,
} from './queries.ts';
import { type Kind, writeText } from './template.ts';

const MINUTE_MS = 60_000;

/** Kinds by trigger, and how long each stays useful. */
const KIND_OF: Readonly<Record<number, { kind: Exclude<Kind, 'invitation'>; forMs: number }>> = {
  [Trigger.taskStarted]: { kind: 'started', forMs: 60 * MINUTE_MS },
  [Trigger.taskArrival]: { kind: 'arriving', forMs: 15 * MINUTE_MS },
  [Trigger.taskDelayed]: { kind: 'delayed', forMs: 60 * MINUTE_MS },
  [Trigger.taskCompleted]: { kind: 'completed', forMs: 14 * 60 * MINUTE_MS },
  [Trigger.taskFailed]: { kind: 'failed', forMs: 14 * 60 * MINUTE_MS },
};

/** Notifications about a task in progress. */
const PIN_KINDS: ReadonlySet<Kind> = new Set(['started', 'arriving', 'delayed']);

/** The members of a task event that are read. */
interface TaskPayload {
  triggerId: number;
  threshold?: number;
  data: {
    task: {
      id: string;
      trackingURL: string;
      requirements: { pin?: boolean };
      merchant: string;
      worker: string | null;
      recipients: {
        name: string;
        phone: string;
        skipSMSNotifications: boolean;
        /** Absent from events of earlier versions. */
        language?: string | null;
      }[];
      overrides: { recipientName?: string | null; recipientSkipSMSNotifications?: boolean | null };
    };
  };
}

const triggerOf = (event: AppendedEvent) => (event.payload as Partial<TaskPayload> | null)?.triggerId ?? -1;

/** Notifies recipients of their tasks' events by SMS, each event once. */
export const notifyRecipients = defineLogReader({
  name: NOTIFICATIONS_CURSOR,
  concerns: (event) => event.part === 'dispatch' && event.kind === 'task' && triggerOf(event) in KIND_OF,
  where: sql`part = 'dispatch' and kind = 'task' and payload->>'triggerId' in ('0', '2', '3', '4', '12')`,
  async read(tx, events) {
    const settings = await findSettings(tx);
    const notified = events.filter((event) => isNotified(event.payload as TaskPayload, settings));
    if (notified.length === 0) return;
    await doQueueAllOutbound(tx, await write(tx, notified, settings));
    const noted = notified.map(({ id, at, payload }) => ({
      taskId: (payload as TaskPayload).data.task.id,
      eventId: id,
      at,
    }));
    await doNoteNotified(tx, noted);
  },
});

/**
 * Whether the task's recipient is notified of an event. Spec: dispatch 4: the task's own flag counts only when the
 * recipient's is false.
 */
function isNotified({ triggerId, threshold, data }: TaskPayload, settings: SettingsRow): boolean {
  const [recipient] = data.task.recipients;
  if (!recipient || recipient.skipSMSNotifications || data.task.overrides.recipientSkipSMSNotifications) return false;
  const { kind } = KIND_OF[triggerId]!;
  // Webhooks have thresholds of their own.
  if (kind === 'arriving' && threshold !== settings.arrivingMeters) return false;
  if (kind === 'delayed' && threshold !== settings.delayedSeconds) return false;
  return settings[kind];
}

async function write(tx: Tx, events: readonly AppendedEvent[], settings: SettingsRow): Promise<OutboundMessage[]> {
  const { organizationId } = tx;

  const tasks = events.map((event) => (event.payload as TaskPayload).data.task);
  const named = await listWorkerNames(tx, idsOf(tasks.map(({ worker }) => worker)));
  const workers = new Map(named.map((worker) => [worker.id, publicName(worker)]));
  const merchants = namesOf(await listOrganizationNames(tx, idsOf([organizationId, ...tasks.map((t) => t.merchant)])));
  const pins = await sealedPinsOf(
    tx,
    tasks.flatMap(({ id, requirements }) => (requirements.pin ? [id] : [])),
  );
  const usual = settings.language ?? (await findOrganization(tx, organizationId))!.language;
  return events.map((event, index): OutboundMessage => {
    const { id, trackingURL, merchant, worker, recipients, overrides } = tasks[index]!;
    const own = merchants.get(organizationId)!;
    const language = recipients[0]!.language ?? usual;
    const { kind, forMs } = KIND_OF[triggerOf(event)]!;
    const values = {
      organization: merchants.get(merchant) ?? own,
      recipient: overrides.recipientName || recipients[0]!.name,
      worker: workers.get(worker ?? '') ?? own,
      link: trackingURL,
    };
    const sealedPin = PIN_KINDS.has(kind) ? pins.get(id) : undefined;
    return {
      organizationId,
      channel: 'sms',
      recipient: recipients[0]!.phone,
      body: withPin(writeText(kind, language, settings.templates, { ...values, pin: sealedPin ? '{pin}' : '' }), {
        isPinShown: sealedPin !== undefined && kind !== 'delayed',
        language,
      }),
      ...(sealedPin && { sealedPin }),
      eventKey: `event ${event.id}`,
      expiresAt: new Date(event.at.getTime() + forMs),
    };
  });
}

const idsOf = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];
const namesOf = (rows: readonly { id: string; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]));
