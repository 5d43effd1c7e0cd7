import type { Command } from 'commander';
import type { Config } from '../platform/config.ts';
import { deliverOutbound } from '../platform/outbound/deliver.ts';
import {
  doWriteOutbound,
  findOutbound,
  type OutboundChannel,
  type StoredMessage,
} from '../platform/outbound/outbox.ts';
import type { Services } from '../platform/services.ts';
import { CommandError, print, withServices } from './command.ts';
import { checkEmail } from './input.ts';
import { checkOrganization } from './people.ts';

interface TestMessage {
  organization: string;
  channel: OutboundChannel;
  recipient: string;
}

/** `mail test`, `sms test`; the groups of commands are there already. */
export function addSendTestCommands(program: Command, config: Config): void {
  const add = (group: string, channel: OutboundChannel, name: string) =>
    program.commands
      .find((command) => command.name() === group)!
      .command('test')
      .description(`Sends a test ${name} and shows the result.`)
      .requiredOption('--organization <id>', 'organization whose sender, settings and limits apply')
      .requiredOption('--to <recipient>', channel === 'sms' ? 'in the form +14155550100' : 'an e-mail address')
      .option('--json', 'print one JSON object')
      .action(async ({ organization, to, json }: { organization: string; to: string; json?: boolean }) => {
        const sent = await withServices(config, (services) =>
          sendTestMessage(services, { organization, channel, recipient: to }),
        );
        print(sent, json);
        refuseUnsent(sent);
      });
  add('mail', 'email', 'e-mail');
  add('sms', 'sms', 'SMS');
}

/**
 * Whoever tests a setting asks whether it works: what waits, is only kept or may have been lost is no yes.
 * @throws {CommandError}
 */
export function refuseUnsent({ channel, state }: Pick<StoredMessage, 'channel' | 'state'>): void {
  if (state === 'sent' || state === 'delivered') return;
  const setting = channel === 'email' ? 'SMTP_URL' : 'SMS_PROVIDER';
  if (state === 'queued') throw new CommandError('Not sent yet. The server will retry.');
  if (state === 'stored') throw new CommandError(`Not sent: ${setting} is not set, so it was only stored.`);
  if (state === 'unknown') throw new CommandError('It may not have been sent: the provider did not respond.');
  throw new CommandError('Not sent.');
}

/**
 * Sends one message the way of all others, handed over at once; one that was cut off in between is found by
 * `maintainOutbox` and sent by whoever serves.
 * @throws {CommandError} when there is no such organization, or the recipient is none
 */
export async function sendTestMessage(
  services: Services,
  { organization, channel, recipient }: TestMessage,
): Promise<Pick<StoredMessage, 'id' | 'channel' | 'state' | 'detail'>> {
  if (channel === 'email') checkEmail('--to', recipient);
  else if (!/^\+[1-9]\d{5,14}$/.test(recipient)) throw new CommandError('--to must have the form +14155550100.');
  const { database } = services;
  const job = await database.transaction(
    async (tx) => {
      await checkOrganization(tx, organization);
      const [written] = await doWriteOutbound(tx, [
        {
          organizationId: organization,
          channel,
          recipient,
          ...(channel === 'email' ? { subject: 'Hubbub test message' } : {}),
          body: 'This is a test message from Hubbub. You do not need to do anything.',
          ignoresQuietHours: true,
        },
      ]);
      return written!;
    },
    { organizationId: organization },
  );
  await deliverOutbound.handle(services, job, new AbortController().signal);
  const { id, state, detail } = (await findOutbound(database.reader, organization, job.id))!;
  return { id, channel, state, detail };
}
