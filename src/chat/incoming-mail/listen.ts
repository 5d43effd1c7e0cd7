import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import type { SMTPServer, SMTPServerSession } from 'smtp-server';
import type { Services } from '../../platform/services.ts';
import { findMailTarget } from './access.ts';
import { MAX_MAIL_BYTES, receiveMail } from './receive-mail.ts';

const MAX_CLIENTS = 20;
const MAX_RECIPIENTS = 20;
const SOCKET_MS = 60_000;

/** Where mail is brought to. */
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

/**
 * Listens for mail by SMTP, or by LMTP (RFC 2033), where INCOMING_MAIL_URL says so: for the mail server of the same
 * machine or network, which has checked where a mail comes from.
 * @returns undefined where it says nothing
 */
export async function listenForMail(services: Services): Promise<MailListener | undefined> {
  const { incomingMailUrl } = services.config;
  if (incomingMailUrl === undefined) return undefined;
  const { protocol, hostname, port } = new URL(incomingMailUrl);
  const { SMTPServer: Listener } = await import('smtp-server');
  const lmtp = protocol === 'lmtp:';
  const server: SMTPServer = new Listener({
    lmtp,
    banner: 'Hubbub',
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: MAX_MAIL_BYTES,
    maxClients: MAX_CLIENTS,
    socketTimeout: SOCKET_MS,
    closeTimeout: 1000,
    disableReverseLookup: true,
    onRcptTo: ({ address }, session, done) => {
      checkRecipient(services, session, address).then(() => done(), toAnswer(services, done));
    },
    onData: (stream, session, done) => {
      takeMail(services, session, stream).then(
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
  server.on('error', (error) => services.log.warn({ err: error }, 'a connection that brings mail failed'));
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(Number(port || (lmtp ? 24 : 25)), hostname.replaceAll(/^\[|\]$/g, ''), resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** What is no refusal may be better in a while: the mail server tries again. */
function toAnswer({ database }: Services, done: (error: Error) => void): (error: Error) => void {
  return (error) => {
    if (!(error instanceof SmtpRefusal)) database.availability.logFailure(error, 'a mail could not be taken');
    done(error instanceof SmtpRefusal ? error : new SmtpRefusal(451, 'Cannot be taken now; try again'));
  };
}

async function checkRecipient(services: Services, session: SMTPServerSession, address: string): Promise<void> {
  if (session.envelope.rcptTo.length >= MAX_RECIPIENTS) throw new SmtpRefusal(452, 'Too many recipients');
  const target = await findMailTarget(services, address);
  if (!target) throw new SmtpRefusal(550, 'There is no such address');
}

/** The answers, by recipient. */
async function takeMail(
  services: Services,
  { envelope }: SMTPServerSession,
  stream: Readable,
): Promise<(string | SmtpRefusal)[]> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length;
    // Read to its end, so that the answer is heard.
    if (size <= MAX_MAIL_BYTES) parts.push(part);
  }
  if (size > MAX_MAIL_BYTES) throw new SmtpRefusal(552, 'The mail is too large');
  const raw = Buffer.concat(parts);
  const answers: (string | SmtpRefusal)[] = [];
  for (const { address } of envelope.rcptTo) {
    const result = await receiveMail(services, address, raw);
    answers.push(result.taken ? 'taken' : new SmtpRefusal(result.why === 'unknown' ? 550 : 554, result.text));
  }
  return answers;
}
