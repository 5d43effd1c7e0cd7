import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { SMTPServer, SMTPServerAddress, SMTPServerSession } from 'smtp-server';
import { lruOf } from '../../platform/lru.ts';
import type { Services } from '../../platform/services.ts';
import { ThreadTookTooLong } from '../../platform/threads.ts';
import { TooManyWaiting } from '../../platform/turns.ts';
import { findMailTarget } from './access.ts';
import { HeldBytes } from './held-bytes.ts';
import { MailBytes } from './mail-bytes.ts';
import type { ParsedMail } from './parsed-mail.ts';
import { readMail } from './read-mail.ts';
import { MAX_MAIL_BYTES, receiveMail } from './receive-mail.ts';
import { type LeastProgress, SlowSenders } from './slow-senders.ts';

const MAX_CLIENTS = 20;
const MAX_RECIPIENTS = 20;
const SOCKET_MS = 60_000;
/** Maximum duration of a connection, however busy it is. */
const CONNECTION_MS = 10 * 60_000;
/** A connection brings a mail, or so much of one, in each span: 3 KiB a second, where a mail server is on the same network. */
const LEAST_PROGRESS: LeastProgress = { every: 20_000, bytes: 60 * 1024 };
/** Mails that are being received, read, or wait for it: four of the largest, two of one organization. */
const HELD = { max: 4 * MAX_MAIL_BYTES, maxOfOne: 2 * MAX_MAIL_BYTES };
/** Between two chunks of 64 KiB: some 15 MB a second are taken in, and the largest mail in two seconds. */
const CHUNK_PAUSE_MS = 4;
/** After a mail that could not be read its organizations take nothing from its sender for so long. */
const PAUSE_MS = 10 * 60_000;
const MAX_PAUSES = 1000;

/** Listener for incoming mail. */
export interface MailListener {
  port: number;
  close(): Promise<void>;
}

/** An answer in SMTP's own numbers (RFC 5321, 4.2). */
class SmtpRefusal extends Error {
  readonly responseCode: number;

  constructor(code: number, text: string) {
    super(text);
    this.responseCode = code;
  }
}

/** Shared state of the mails of one listener. */
interface Receiving {
  services: Services;
  held: HeldBytes;
  slowSenders: SlowSenders;
  nextChunk: () => Promise<void>;
  /** Organization of each accepted recipient, so that an address is only looked up once before its mail arrives. */
  organizationOf: WeakMap<SMTPServerAddress, string>;
  /** Until when an organization takes nothing of a sender (a time in milliseconds), by `senderOf`. */
  pauses: ReturnType<typeof lruOf<string, number>>;
}

/**
 * Listens for mail by SMTP, or by LMTP (RFC 2033), where INCOMING_MAIL_URL says so: for the mail server of the same
 * machine or network, which has checked where a mail comes from.
 * @param least what ends a connection that brings less
 * @returns undefined where it says nothing
 */
export async function listenForMail(
  services: Services,
  least: LeastProgress = LEAST_PROGRESS,
): Promise<MailListener | undefined> {
  const { incomingMailUrl } = services.config;
  if (incomingMailUrl === undefined) return undefined;
  const { protocol, hostname, port } = new URL(incomingMailUrl);
  const { SMTPServer: Listener } = await import('smtp-server');
  const lmtp = protocol === 'lmtp:';
  const receiving: Receiving = {
    ...{ services, held: new HeldBytes(HELD), slowSenders: new SlowSenders(least) },
    ...{ nextChunk: chunksInTurn(), pauses: lruOf(MAX_PAUSES), organizationOf: new WeakMap() },
  };
  const server: SMTPServer = new Listener({
    lmtp,
    banner: 'Hubbub',
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: MAX_MAIL_BYTES,
    maxClients: MAX_CLIENTS,
    socketTimeout: SOCKET_MS,
    closeTimeout: 1000,
    disableReverseLookup: true,
    onRcptTo: (recipient, session, done) => {
      checkRecipient(receiving, session, recipient).then(() => done(), toAnswer(services, done));
    },
    onData: (stream, session, done) => {
      takeMail(receiving, session, stream).then(
        (answers) => {
          // LMTP has an answer for each recipient, SMTP one for all.
          const refusal = lmtp ? undefined : answers.find((answer) => typeof answer !== 'string');
          if (refusal) done(refusal as SmtpRefusal);
          else done(null, (lmtp ? answers : 'taken') as string);
        },
        toAnswer(services, done),
      );
    },
  });
  server.server.on('connection', (socket) => {
    receiving.slowSenders.watch(socket);
    const late = setTimeout(() => socket.destroy(), CONNECTION_MS).unref();
    socket.once('close', () => clearTimeout(late));
  });
  server.on('error', (error) => services.log.warn({ err: error }, 'a connection for incoming mail failed'));
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(Number(port || (lmtp ? 24 : 25)), hostname.replaceAll(/^\[|\]$/g, ''), resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Converts an error to an SMTP answer. Anything but a refusal may succeed later, so the mail server retries. */
function toAnswer({ database }: Services, done: (error: Error) => void): (error: Error) => void {
  return (error) => {
    if (!(error instanceof SmtpRefusal))
      database.availability.logFailure(error, 'an incoming mail could not be processed');
    done(error instanceof SmtpRefusal ? error : new SmtpRefusal(451, 'Temporary failure; try again'));
  };
}

async function checkRecipient(
  { services, pauses, organizationOf }: Receiving,
  { envelope }: SMTPServerSession,
  recipient: SMTPServerAddress,
): Promise<void> {
  const { address } = recipient;
  if (envelope.rcptTo.length >= MAX_RECIPIENTS) throw new SmtpRefusal(452, 'Too many recipients');
  const target = await findMailTarget(services, address);
  if (!target) throw new SmtpRefusal(550, 'Unknown address');
  const pause = pauses.get(senderOf(envelope, target.organizationId, address)) ?? 0;
  if (pause > services.clock.now().getTime())
    throw new SmtpRefusal(451, 'An earlier mail from this sender could not be read; try again in ten minutes');
  organizationOf.set(recipient, target.organizationId);
}

/**
 * Returns the key of a mail's sender within one organization. Anybody can claim any sender, so one organization's
 * unreadable mail must not affect others. A mail without a sender (RFC 5321, 4.5.5) is identified by its recipient.
 */
function senderOf({ mailFrom }: SMTPServerSession['envelope'], organizationId: string, recipient: string): string {
  const sender = mailFrom ? mailFrom.address.toLowerCase() : '';
  return `${organizationId} ${sender || `<> ${recipient.toLowerCase()}`}`;
}

/** The answers, by recipient. The mail is read once, whoever it is for. */
async function takeMail(
  receiving: Receiving,
  session: SMTPServerSession,
  stream: Readable,
): Promise<(string | SmtpRefusal)[]> {
  const { services, held, slowSenders, organizationOf } = receiving;
  const recipients = session.envelope.rcptTo.map((recipient) => {
    const organizationId = organizationOf.get(recipient)!;
    return { ...recipient, organizationId, sender: senderOf(session.envelope, organizationId, recipient.address) };
  });
  const mailHeld = held.begin(recipients.map(({ organizationId }) => organizationId));
  await using bytes = await receive(receiving, mailHeld, stream);
  using _working = slowSenders.atWork(session);
  const taking = recipients.filter(({ organizationId }) => mailHeld.isFor(organizationId));
  const mail = await readOrPause(receiving, taking, bytes.raw);
  const answers: (string | SmtpRefusal)[] = [];
  for (const recipient of recipients) {
    if (!taking.includes(recipient)) {
      answers.push(tooManyMails());
      continue;
    }
    const result = await receiveMail(services, recipient.address, mail);
    answers.push(result.taken ? 'taken' : new SmtpRefusal(result.why === 'unknown' ? 550 : 554, result.text));
  }
  return answers;
}

const tooManyMails = () => new SmtpRefusal(452, 'Too many mails are being received; try again later');

/**
 * Reads a mail in the turn of the first organization that it is for.
 * @throws {SmtpRefusal} for what is to be brought again
 */
async function readOrPause(
  { services, pauses }: Receiving,
  recipients: readonly { organizationId: string; sender: string }[],
  raw: MailBytes,
): Promise<ParsedMail | undefined> {
  const pauseSender = () => {
    const until = services.clock.now().getTime() + PAUSE_MS;
    for (const { sender } of recipients) pauses.set(sender, until);
  };
  const { organizationId, sender } = recipients[0]!;
  try {
    const mail = await readMail(services, { organizationId, person: sender }, raw);
    if (!mail) pauseSender();
    return mail;
  } catch (error) {
    if (error instanceof ThreadTookTooLong) pauseSender();
    if (error instanceof ThreadTookTooLong || error instanceof TooManyWaiting)
      throw new SmtpRefusal(451, 'The mail cannot be read now; try again later');
    throw error;
  }
}

/** Takes in what is sent, to its end, so that the answer is heard. @throws {SmtpRefusal} */
async function receive(
  { nextChunk }: Receiving,
  held: ReturnType<HeldBytes['begin']>,
  stream: Readable,
): Promise<AsyncDisposable & { raw: MailBytes }> {
  const bytes = new MailBytes();
  let size = 0;
  let refusal: SmtpRefusal | undefined;
  const letGo = () => {
    held.letGo();
    bytes.clear();
  };
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_MAIL_BYTES) refusal = new SmtpRefusal(552, 'The mail is too large');
      else if (!refusal && !held.take(chunk.length)) refusal = tooManyMails();
      else if (!refusal) bytes.append(chunk);
      if (refusal) letGo();
      await nextChunk();
    }
    if (refusal) throw refusal;
    return { raw: bytes, [Symbol.asyncDispose]: async () => letGo() };
  } catch (error) {
    letGo();
    throw error;
  }
}

/**
 * Has whatever takes in mails take one chunk after the other, whichever connection it comes by, with a pause between: smtp-server
 * needs 0.2 ms for each, and by eight connections at once it held up everybody else for 90 ms. What is not taken waits at its
 * sender.
 */
function chunksInTurn(): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  return async () => {
    last = last.then(() => pause(CHUNK_PAUSE_MS));
    await last;
  };
}
