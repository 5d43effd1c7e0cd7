import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Trigger, thresholdTriggers, triggerNames } from '../../../rules/webhook-triggers.ts';
import type { SecretBox } from '../../platform/credentials/secret-box.ts';
import { changesBetween } from '../../platform/db/audit-entry.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { newObjectId, randomText } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { emitChange } from '../events/emit.ts';
import { DispatchError, invalidValue, notFound } from '../http/errors.ts';
import { isChange } from '../organization/changes.ts';
import { accessWebhook } from './access.ts';
import { deleteDeliveriesOfWebhook, lockDeliveries, moveDeliveriesOfWebhook } from './delivery-queries.ts';
import type { WebhookUpdate } from './input.ts';
import { MAX_THRESHOLD_WEBHOOKS, MAX_WEBHOOKS } from './limits.ts';
import {
  deleteWebhook,
  findSealedSecrets,
  insertSealedSecret,
  insertWebhook,
  listWebhooks,
  saveWebhook,
  showSealedSecret,
  type WebhookRow,
} from './queries.ts';
import { askReceiver, ReceiverError } from './receiver.ts';

const CHECK_TIMEOUT_MS = 5000;
/**
 * Default thresholds of webhooks created without one: five minutes, 100 metres. Neither the specification nor the
 * vendor's pages define them.
 */
const USUAL_THRESHOLDS: Readonly<Record<number, number>> = {
  [Trigger.taskEta]: 300,
  [Trigger.taskArrival]: 100,
  [Trigger.taskDelayed]: 300,
};

export interface WebhookInput {
  url: string;
  name: string;
  trigger: number;
  threshold: number | null;
}

/**
 * The threshold that is given for a trigger, or its usual one: it is optional (spec: dispatch 4).
 * @throws {DispatchError} 1000 for a trigger that is not one or has no threshold
 */
export function readThreshold(trigger: number, given: number | null): number | null {
  if (!(trigger in triggerNames)) throw invalidValue(`There is no trigger ${trigger}.`);
  if (thresholdTriggers.has(trigger)) return given ?? USUAL_THRESHOLDS[trigger] ?? 0;
  if (given !== null) throw invalidValue(`Trigger ${trigger} has no threshold.`);
  return null;
}

/**
 * Asks the receiver to repeat a random word (spec: dispatch 6).
 * @throws {DispatchError} 1008 when it does not
 */
export async function validateReceiver({ config, closing }: Services, address: string): Promise<void> {
  if (!URL.canParse(address)) throw new DispatchError(1008, 'The URL is not valid.');
  const url = new URL(address);
  if (url.username || url.password) throw new DispatchError(1008, 'The URL must not contain credentials.');
  const word = randomText(32);
  url.searchParams.append('check', word);
  url.hash = '';
  try {
    const answer = await askReceiver({
      url,
      method: 'GET',
      timeoutMs: CHECK_TIMEOUT_MS,
      allowInsecure: config.webhookAllowInsecure,
      hosts: config.outgoingHosts,
      signal: closing,
    });
    if (answer.status !== 200) throw new ReceiverError(`The receiver responded with status ${answer.status}.`);
    const given = Buffer.from(answer.text);
    const wanted = Buffer.from(word);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
      throw new ReceiverError('The receiver did not respond with the value of `check`.');
  } catch (error) {
    if (error instanceof ReceiverError) throw new DispatchError(1008, error.message);
    throw error;
  }
}

/**
 * Registers a webhook whose receiver was validated. It receives every event after this transaction.
 * @throws {DispatchError} 1000 when there are too many
 */
export async function doCreateWebhook(tx: Tx, input: WebhookInput): Promise<WebhookRow> {
  // The organization's log is held until the commit, which also keeps two requests from passing the limit at once.
  const { eventId } = await tx.position();
  const webhooks = await listWebhooks(tx);
  checkAlike(webhooks, input.trigger);
  if (webhooks.length >= MAX_WEBHOOKS) throw invalidValue(`An organization can have at most ${MAX_WEBHOOKS} webhooks.`);
  const row: WebhookRow = { id: newObjectId(), ...input, count: 0, isEnabled: true };
  await insertWebhook(tx, row, eventId);
  audit(tx, 'webhook.created', undefined, row);
  emitWebhookChange(tx, row.id);
  return row;
}

/** @throws {DispatchError} 1000 where a trigger with thresholds has as many webhooks as it may (spec: dispatch 8) */
function checkAlike(others: readonly WebhookRow[], trigger: number): void {
  const alike = others.filter((webhook) => webhook.trigger === trigger);
  if (thresholdTriggers.has(trigger) && alike.length >= MAX_THRESHOLD_WEBHOOKS)
    throw invalidValue(`An organization can have at most ${MAX_THRESHOLD_WEBHOOKS} webhooks with trigger ${trigger}.`);
}

/** @throws {DispatchError} 1402 when there is none */
export async function doDeleteWebhook(tx: Tx, id: string): Promise<void> {
  // A concurrent creation relies on the fan-out's cursor.
  await tx.position();
  const webhook = await accessWebhook(tx, id);
  if (!(await deleteWebhook(tx, id))) throw notFound('There is no such webhook.');
  audit(tx, 'webhook.deleted', webhook, undefined);
  emitWebhookChange(tx, id);
}

/**
 * Changes what is given of a webhook, whose receiver was validated if it is another one. What one that is disabled was still to be told
 * is forgotten, as where too many failures disable it; so is what it was to be told of another trigger. Else the receiver of now gets it.
 * Of a trigger or threshold that is new it hears every event after this transaction.
 * @throws {DispatchError} 1402 when there is none, 1000 for a trigger or threshold that cannot be, or too many of one trigger
 */
export async function doUpdateWebhook(tx: Tx, id: string, body: WebhookUpdate): Promise<WebhookRow> {
  // The log before the deliveries, as whoever repeats some does.
  const { eventId } = await tx.position();
  // Claims and records of deliveries come before or after.
  await lockDeliveries(tx, [tx.organizationId]);
  const webhook = await accessWebhook(tx, id);
  const changed = changedWebhook(webhook, body);
  if (!isChange(webhook, changed)) return webhook;
  const isOtherTrigger = changed.trigger !== webhook.trigger;
  if (isOtherTrigger) checkAlike(await listWebhooks(tx), changed.trigger);
  const isOther = isOtherTrigger || changed.threshold !== webhook.threshold;
  await saveWebhook(tx, changed, isOther ? eventId : undefined);
  audit(tx, 'webhook.changed', webhook, changed);
  if (!changed.isEnabled || isOtherTrigger) await deleteDeliveriesOfWebhook(tx, id);
  else if (changed.url !== webhook.url) await moveDeliveriesOfWebhook(tx, id);
  emitWebhookChange(tx, id);
  return changed;
}

function changedWebhook(webhook: WebhookRow, body: WebhookUpdate): WebhookRow {
  const { url = webhook.url, trigger = webhook.trigger, isEnabled = webhook.isEnabled, threshold } = body;
  const known = trigger === webhook.trigger ? webhook.threshold : null;
  return {
    ...{ ...webhook, url, trigger, isEnabled },
    name: body.name === undefined ? webhook.name : (body.name ?? ''),
    threshold: readThreshold(trigger, threshold === undefined ? known : threshold),
  };
}

/** The rest of an address may hold what opens it, so the host alone is told. */
const hostOf = (webhook: WebhookRow | undefined) => webhook && { ...webhook, host: new URL(webhook.url).host };

function audit(
  tx: Tx,
  action: `webhook.${string}`,
  before: WebhookRow | undefined,
  after: WebhookRow | undefined,
): void {
  const { organizationId } = tx;

  const { id, name } = (after ?? before)!;
  const names = ['name', 'host', 'trigger', 'threshold', 'isEnabled'] as const;
  const details = changesBetween<WebhookRow & { host: string }>(hostOf(before), hostOf(after), names);
  tx.audit({ organizationId, action, object: { kind: 'webhook', id, name }, details });
}

/** Invalidates the cached facts of an organization's webhooks: whether there are any, and their thresholds. */
const emitWebhookChange = (tx: Tx, webhookId: string) => emitChange(tx, 'webhook', { webhookId }, { state: true });

/** Creates the secret that an organization's deliveries are signed with. */
export async function doCreateWebhookSecret(tx: Tx, secrets: SecretBox): Promise<void> {
  // 64 hexadecimal digits: receivers hex-decode it into the HMAC key (spec: dispatch 6).
  const secret = randomBytes(32).toString('hex');
  await insertSealedSecret(tx, 'webhook', { sealed: secrets.seal(secret), isShown: false });
}

/** Shows the secret that an organization's deliveries are signed with: once. @returns undefined when it was shown before */
export async function doShowWebhookSecret(tx: Tx, secrets: SecretBox): Promise<string | undefined> {
  const { organizationId } = tx;

  const row = await showSealedSecret(tx);
  if (!row) return undefined;
  tx.audit({ organizationId, action: 'webhook_secret.shown' });
  return secrets.open(row.sealed);
}

/**
 * Shows the secret that an organization's deliveries are signed with, also where it was shown before; `next` while it is being
 * changed. Whoever asks says why, for the log.
 */
export async function doRevealWebhookSecrets(
  tx: Tx,
  secrets: SecretBox,
): Promise<{ secret: string; next: string | undefined }> {
  await showSealedSecret(tx);
  const { current, next } = (await findSealedSecrets(tx))!;
  return { secret: secrets.open(current), next: next && secrets.open(next) };
}
