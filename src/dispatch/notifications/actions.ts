import type { PlainTx, Tx } from '../../platform/db/tx.ts';
import { startLogReader } from '../../platform/events/log-cursors.ts';
import { findOrganization, type Organization } from '../../platform/organizations/organizations.ts';
import { doQueueOutbound } from '../../platform/outbound/outbox.ts';
import type { InboundSms } from '../../platform/outbound/sms/inbound.ts';
import {
  addresseeOf,
  deleteOptOuts,
  hasOptedOut,
  insertInbound,
  insertOptOut,
} from '../../platform/outbound/sms/inbox.ts';
import { emitChange, emitDispatchEvent } from '../events/emit.ts';
import { invalidValue } from '../http/errors.ts';
import { recipientByPhone } from '../recipients/access.ts';
import { presentRecipient } from '../recipients/present.ts';
import { optWordOf } from './opt-words.ts';
import { renewedPinText } from './pin-texts.ts';
import {
  findActiveDelivery,
  findSettings,
  listOrganizationNames,
  NOTIFICATIONS_CURSOR,
  type SettingsRow,
  upsertSettings,
} from './queries.ts';
import { writeText } from './template.ts';

/** Time for which an invitation or a forwarded answer is useful. */
const INVITED_MS = 72 * 3_600_000;
/** Time for which a dispatcher's message to a recipient is useful: until the morning, where it waits for it. */
const MESSAGE_MS = 14 * 3_600_000;
const PASSED_ON_MS = 2 * 3_600_000;
/** Time for which the SMS with a new PIN is useful: the driver is waiting. */
const NEW_PIN_MS = 3_600_000;

/** Starts the notifications of the organization's recipients, with its first worker. */
export function doStartNotifying(tx: Tx): Promise<void> {
  return startLogReader(tx, tx.organizationId, NOTIFICATIONS_CURSOR);
}

/**
 * Invites a worker to sign in. A temporary password is valid for three days.
 * @returns false when there is an invitation already that was written for the same
 */
export async function doInviteWorker(
  tx: Tx,
  { id: organizationId, name, language }: Pick<Organization, 'id' | 'name' | 'language'>,
  worker: { name: string; phone: string; password: string; link: string },
  eventKey: string | undefined,
): Promise<boolean> {
  const settings = await findSettings(tx);
  const { phone, password, link } = worker;
  const values = { organization: name, worker: worker.name, phone, password, link };
  return doQueueOutbound(tx, {
    organizationId,
    channel: 'sms',
    recipient: phone,
    ...(eventKey !== undefined && { eventKey }),
    body: writeText('invitation', settings.language ?? language, settings.templates, values),
    expiresAt: new Date(tx.now.getTime() + INVITED_MS),
  });
}

/** Fields of a task that notifications use, as the API shows them. */
interface NotifiedTask {
  trackingURL: string;
  merchant: string;
  recipients: readonly { phone: string; skipSMSNotifications: boolean; language: string | null }[];
  overrides: { recipientSkipSMSNotifications?: boolean | null };
}

/**
 * Sends a task's new PIN to its recipient.
 * @returns false when there is nobody to send it to, or who wants no SMS: the tracking page shows it
 */
export async function doSendNewPin(
  tx: Tx,
  { recipients: [recipient], overrides, merchant, trackingURL }: NotifiedTask,
  sealedPin: Buffer,
): Promise<boolean> {
  const { organizationId } = tx;

  if (!recipient || recipient.skipSMSNotifications || overrides.recipientSkipSMSNotifications) return false;
  const settings = await findSettings(tx);
  const own = (await findOrganization(tx, organizationId))!;
  const [shown] = await listOrganizationNames(tx, [merchant]);
  const language = recipient.language ?? settings.language ?? own.language;
  const organization = shown?.name ?? own.name;
  return doQueueOutbound(tx, {
    organizationId,
    channel: 'sms',
    recipient: recipient.phone,
    body: renewedPinText(language, { organization, link: trackingURL }),
    sealedPin,
    expiresAt: new Date(tx.now.getTime() + NEW_PIN_MS),
  });
}

/**
 * Sends a text to a task's recipient by SMS, not at night. The organization's name stands before it: nobody who receives it
 * knows the number.
 * @returns the phone number
 * @throws {DispatchError} 1000 when there is nobody to send it to, or who wants no SMS
 */
export async function doMessageRecipient(
  tx: Tx,
  { recipients: [recipient], overrides, merchant }: Omit<NotifiedTask, 'trackingURL'>,
  text: string,
): Promise<string> {
  const { organizationId } = tx;
  if (!recipient) throw invalidValue('The task has no recipient.');
  const { phone } = recipient;
  const isUnwanted = recipient.skipSMSNotifications || overrides.recipientSkipSMSNotifications;
  if (isUnwanted || (await hasOptedOut(tx, organizationId, phone)))
    throw invalidValue('The recipient does not want SMS.');
  const own = (await findOrganization(tx, organizationId))!;
  const [shown] = await listOrganizationNames(tx, [merchant]);
  await doQueueOutbound(tx, {
    organizationId,
    channel: 'sms',
    recipient: phone,
    body: `${shown?.name ?? own.name}: ${text}`,
    expiresAt: new Date(tx.now.getTime() + MESSAGE_MS),
  });
  return phone;
}

/** Saves an organization's notification settings; their thresholds are read again. */
export async function doSaveSettings(tx: Tx, row: SettingsRow): Promise<void> {
  await upsertSettings(tx, row);
  emitChange(tx, 'notificationSettings', {}, { state: true });
}

/**
 * Receives a message that a person sent: an opt-out or opt-in, an answer for the worker who is on the way to them, or,
 * without such a worker, trigger 14. A message that belongs to no organization is dropped.
 */
export async function doReceiveMessage(tx: PlainTx, sms: InboundSms): Promise<void> {
  if (!sms.from || !sms.to || !sms.providerId) return;
  const word = optWordOf(sms.body);
  const organizationId = await addresseeOf(tx, sms, word !== undefined);
  if (!organizationId || !(await insertInbound(tx, organizationId, sms))) return;
  if (word === 'out') return doOptOut(tx.of(organizationId), sms);
  if (word === 'in') return deleteOptOuts(tx, organizationId, sms.from, sms.to);
  const { from, to, body, provider, providerId } = sms;
  const delivery = await findActiveDelivery(tx.of(organizationId), from);
  if (!delivery || (await hasOptedOut(tx, organizationId, delivery.workerPhone)))
    return emitDispatchEvent(tx.of(organizationId), {
      organizationId,
      kind: 'smsResponseMissed',
      audience: ['webhooks', 'console'],
      payload: { from, to, body },
    });
  const { taskId, workerId, workerPhone, recipientName } = delivery;
  await doQueueOutbound(tx, {
    organizationId,
    channel: 'sms',
    recipient: workerPhone,
    body: `${recipientName}: ${body}`,
    eventKey: `answer ${provider} ${providerId}`,
    expiresAt: new Date(tx.now.getTime() + PASSED_ON_MS),
    ignoresQuietHours: true,
  });
  emitDispatchEvent(tx.of(organizationId), {
    organizationId,
    kind: 'recipientAnswer',
    audience: ['console', `worker:${workerId}`],
    payload: { taskId, workerId, body },
  });
}

async function doOptOut(tx: Tx, { from, to, body }: InboundSms): Promise<void> {
  const { organizationId } = tx;

  if (!(await insertOptOut(tx, organizationId, from, to))) return;
  const recipient = await recipientByPhone(tx, from);
  emitDispatchEvent(tx, {
    organizationId,
    kind: 'smsOptOut',
    audience: ['webhooks', 'console'],
    payload: {
      recipient: recipient?.id ?? null,
      timestamp: tx.now.getTime(),
      SMS: { from, to, body },
      data: recipient ? { recipient: presentRecipient(recipient) } : null,
    },
  });
}
