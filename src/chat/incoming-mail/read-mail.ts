import { Worker } from 'node:worker_threads';
import { perServices } from '../../platform/per-services.ts';
import type { Services } from '../../platform/services.ts';
import { threadsFor } from '../../platform/threads.ts';
import { inTurns, TooManyWaiting, type TurnOwner } from '../../platform/turns.ts';
import type { MailBytes } from './mail-bytes.ts';
import type { ParsedMail } from './parsed-mail.ts';

/** Mails that wait to be read, besides the one that is. */
const MAX_WAITING = 40;
/** An ordinary mail takes some milliseconds. */
const LIMIT_MS = 30_000;
/** Maximum heap of the parser, in MB; attachments are not counted. */
const MAX_HEAP = 256;

type Read = (owner: TurnOwner, raw: MailBytes) => Promise<ParsedMail | null>;

/** Mails are read one at a time in a thread of its own, in turns by organization and sender. */
const readerOf = perServices<Read>(({ log, closing, atClose }) => {
  const threads = threadsFor<Uint8Array<ArrayBuffer>[], ParsedMail | null>(log, {
    start: () =>
      new Worker(new URL('./mail-worker.ts', import.meta.url), {
        resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP },
      }),
    purpose: 'reads mails',
    limitMs: LIMIT_MS,
  });
  atClose.push(async () => threads.end());
  const inTurn = inTurns({ atOnce: 1, maxWaiting: MAX_WAITING });
  return (owner, raw) =>
    inTurn(owner, async () => {
      if (closing.aborted) throw new TooManyWaiting();
      const blocks = raw.take();
      const buffers = blocks.map(({ buffer }) => buffer);
      const answer = await threads.ask(blocks, buffers);
      if (answer === undefined && closing.aborted) throw new TooManyWaiting();
      // It took all the memory that it may, which it will do tomorrow, too.
      return answer ?? null;
    });
});

/**
 * Reads a mail (RFC 5322).
 * @param owner whose turn it takes
 * @param raw is taken: it is empty afterwards
 * @returns undefined for one that cannot be read, today or tomorrow
 * @throws {TooManyWaiting}; {ThreadTookTooLong} on a machine with too much to do, or for a mail that is made to take long
 */
export async function readMail(services: Services, owner: TurnOwner, raw: MailBytes): Promise<ParsedMail | undefined> {
  return (await readerOf(services)(owner, raw)) ?? undefined;
}
