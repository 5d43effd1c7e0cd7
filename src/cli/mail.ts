import { buffer } from 'node:stream/consumers';
import { type Command, CommanderError } from 'commander';
import { MailBytes } from '../chat/incoming-mail/mail-bytes.ts';
import { readMail } from '../chat/incoming-mail/read-mail.ts';
import { MAX_MAIL_BYTES, receiveMail } from '../chat/incoming-mail/receive-mail.ts';
import type { Config } from '../platform/config.ts';
import { CommandError, withServices } from './command.ts';

/** Exit statuses that mail servers understand from a program that they pipe mail to (`sysexits.h`). */
const NO_SUCH_ADDRESS = 67;
const REFUSED = 65;
const TRY_AGAIN = 75;

/** `mail receive`. */
export function addMailCommands(program: Command, config: Config): void {
  program
    .command('mail')
    .description('Accepts incoming e-mail.')
    .command('receive')
    .description(
      'Receives one e-mail on standard input, for a mail server that pipes the mail of MAIL_DOMAIN. Exits with 67 for an unknown address, 65 for a rejected mail and 75 for a temporary failure.',
    )
    .requiredOption('--recipient <address>')
    .action(async ({ recipient }: { recipient: string }) => {
      if (config.mailDomain === undefined)
        throw new CommandError('MAIL_DOMAIN must be set to the domain whose mail this server receives.');
      const raw = await buffer(process.stdin);
      if (raw.length > MAX_MAIL_BYTES) throw new CommandError('The mail is too large.');
      const { status, text } = await receive(config, recipient, raw);
      if (status !== 0) throw new CommanderError(status, 'mail', text);
    });
}

async function receive(config: Config, recipient: string, raw: Buffer): Promise<{ status: number; text: string }> {
  try {
    const result = await withServices(config, async (services) => {
      const bytes = new MailBytes();
      bytes.append(raw);
      const mail = await readMail(services, { organizationId: undefined }, bytes);
      return receiveMail(services, recipient, mail);
    });
    if (result.taken) return { status: 0, text: '' };
    console.error(`${result.text}.`);
    return { status: result.why === 'unknown' ? NO_SUCH_ADDRESS : REFUSED, text: result.text };
  } catch (error) {
    const text = (error as Error).message;
    console.error(text);
    return { status: TRY_AGAIN, text };
  }
}
