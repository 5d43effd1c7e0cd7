import type { PlainReader } from '../../../platform/db/reader.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import type { FactSource } from '../../../platform/events/facts.ts';
import type { Services } from '../../../platform/services.ts';
import { ChatError } from '../../http/errors.ts';
import { SendBatch } from '../send/send-batch.ts';

/**
 * Things of one transaction: it holds the organization's log, for which everybody waits who sends meanwhile. Most are
 * rendered (0.2 ms each) and written together.
 */
const BATCH = 50;
/** Organizations of one look; the next look finds the others. */
const MAX_ORGANIZATIONS = 1000;

/** Context of a delivery; the organization's log is locked, so the facts hold until the commit. */
export interface Delivery {
  tx: Tx;
  services: Services;
  facts: FactSource;
  organizationId: string;
  /** Takes the messages that are sent. */
  batch: SendBatch;
}

/** Things that wait for their time in a table. */
export interface DueWork<Thing, Common = undefined> {
  /** Organizations that have something due, those who waited longest first. */
  organizations(reader: PlainReader, now: Date, limit: number): Promise<string[]>;
  /** The next ones that nobody else holds, locked until the commit. */
  lockNext(tx: Tx, now: Date, limit: number): Promise<Thing[]>;
  /** Reads what the things of one transaction have in common. */
  begin(delivery: Delivery, things: readonly Thing[]): Promise<Common>;
  /** Sends one. @throws {ChatError} when it may not be sent */
  deliver(delivery: Delivery, thing: Thing, common: Common): Promise<void>;
  /** Takes those that are sent from the waiting ones. */
  finish(delivery: Delivery, things: readonly Thing[], common: Common): Promise<void>;
  /** Keeps one that could not be sent, so that it waits no longer. */
  fail(delivery: Delivery, thing: Thing, reason: string): Promise<void>;
}

/**
 * Sends what is due. A thing is sent and taken from the waiting ones in one transaction, and whoever sends it holds its
 * row: so it goes out once, whichever processes run and whenever one of them dies.
 */
export async function deliverDue<Thing, Common>(
  services: Services,
  work: DueWork<Thing, Common>,
  signal?: AbortSignal,
): Promise<void> {
  const { database, clock } = services;
  for (;;) {
    let sent = 0;
    for (const organizationId of await work.organizations(database.reader, clock.now(), MAX_ORGANIZATIONS)) {
      while (!signal?.aborted) {
        const count = await deliverBatch(services, work, organizationId);
        sent += count;
        if (count === 0) break;
      }
    }
    // Another process handles the rest.
    if (sent === 0 || signal?.aborted) return;
  }
}

async function deliverBatch<Thing, Common>(
  services: Services,
  work: DueWork<Thing, Common>,
  organizationId: string,
): Promise<number> {
  const { database, log } = services;
  try {
    return await database.transaction((tx) => deliverNext(tx, services, work, BATCH), {
      organizationId,
    });
  } catch (error) {
    if (!isOwnFault(error)) throw error;
  }
  // One of them cannot be written: each by itself, and that one is kept as failed.
  try {
    return await database.transaction((tx) => deliverNext(tx, services, work, 1), { organizationId });
  } catch (error) {
    if (!isOwnFault(error)) throw error;
    log.error({ err: error, organizationId }, 'a due message could not be sent');
  }
  return database.transaction(
    async (tx) => {
      const [thing] = await work.lockNext(tx, tx.now, 1);
      if (thing !== undefined) await work.fail(await deliveryOf(tx, services), thing, 'Internal server error');
      return thing === undefined ? 0 : 1;
    },
    { organizationId },
  );
}

/** Whether an error is the thing's own, and would come again: not of the connection, nor of the moment. */
function isOwnFault(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  const isRefused = typeof code === 'string' && /^2[23]/.test(code);
  return isRefused || error instanceof TypeError || error instanceof RangeError;
}

async function deliverNext<Thing, Common>(
  tx: Tx,
  services: Services,
  work: DueWork<Thing, Common>,
  limit: number,
): Promise<number> {
  const due = await work.lockNext(tx, tx.now, limit);
  if (due.length === 0) return 0;
  const delivery = await deliveryOf(tx, services);
  const common = await work.begin(delivery, due);
  const sent: Thing[] = [];
  for (const thing of due) {
    try {
      await work.deliver(delivery, thing, common);
      sent.push(thing);
    } catch (error) {
      if (!(error instanceof ChatError)) throw error;
      await delivery.batch.flush();
      await work.fail(delivery, thing, error.message);
    }
  }
  await delivery.batch.flush();
  await work.finish(delivery, sent, common);
  return due.length;
}

/** Holds the log: nobody changes what the facts say before the commit, so kept ones are as good as those of the database. */
async function deliveryOf(tx: Tx, services: Services): Promise<Delivery> {
  const { organizationId } = tx;

  await tx.position();
  await services.state.confirm(organizationId);
  const facts = services.state.of(organizationId);
  return { tx, services, facts, organizationId, batch: new SendBatch(tx, services, facts) };
}
