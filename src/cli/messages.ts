import { type Command, InvalidArgumentError } from 'commander';
import { doRestoreSome } from '../chat/messages/retention/actions.ts';
import type { Config } from '../platform/config.ts';
import type { Tx } from '../platform/db/tx.ts';
import { findOrganization } from '../platform/organizations/organizations.ts';
import type { Services } from '../platform/services.ts';
import { CommandError, print, withServices } from './command.ts';

/** `messages restore`. */
export function addMessageCommands(program: Command, config: Config): void {
  program
    .command('messages')
    .description('Manages messages deleted by retention.')
    .command('restore')
    .description(
      'Restores messages that retention deleted in the last 30 days. Change the retention of the channel or organization first, otherwise the next daily run deletes them again.',
    )
    .requiredOption('--organization <id>', 'ID of the organization')
    .option('--channel <id>', 'only messages of this channel', readId)
    .option('--json', 'print a JSON object')
    .action(async (options: { organization: string; channel?: number; json?: boolean }) => {
      const restored = await withServices(config, (services) =>
        restoreAll(services, options.organization, options.channel ?? null),
      );
      print({ restored }, options.json);
    });
}

function readId(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a number.');
  return Number(text);
}

/** @returns how many messages came back */
export async function restoreAll(
  { database }: Services,
  organizationId: string,
  channelId: number | null,
): Promise<number> {
  if (!(await findOrganization(database.reader, organizationId)))
    throw new CommandError(`There is no organization ${organizationId}.`);
  let restored = 0;
  for (let some = -1; some !== 0; ) {
    some = await database.transaction((tx) => restoreSome(tx, channelId), {
      organizationId,
      takesLog: true,
    });
    restored += some;
  }
  return restored;
}

/** Each transaction tells of its own messages: what is cut off has told of all that came back. */
async function restoreSome(tx: Tx, channelId: number | null): Promise<number> {
  const restored = await doRestoreSome(tx, channelId);
  if (restored > 0)
    tx.audit({
      organizationId: tx.organizationId,
      action: 'messages.restored',
      ...(channelId !== null && { object: { kind: 'channel', id: String(channelId), name: null } }),
      details: { messages: { to: restored } },
    });
  return restored;
}
