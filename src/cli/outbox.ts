import type { Command } from 'commander';
import type { Config } from '../platform/config.ts';
import { listOutbox } from '../platform/outbound/outbox.ts';
import { print, withServices } from './command.ts';
import { checkWholeNumber } from './input.ts';
import { checkOrganization } from './people.ts';

/** `outbox`: what the default adapters of SMS and e-mail have kept instead of sending. */
export function addOutboxCommand(program: Command, config: Config): void {
  program
    .command('outbox')
    .description('Lists SMS and e-mails, newest first.')
    .requiredOption('--organization <id>')
    .option('--limit <n>', 'maximum number', '20')
    .option('--json', 'print a JSON array')
    .action(async (options: { organization: string; limit: string; json?: boolean }) => {
      const limit = checkWholeNumber('--limit', options.limit, 1, 1000);
      const messages = await withServices(config, async ({ database: { reader } }) => {
        await checkOrganization(reader, options.organization);
        return listOutbox(reader, options.organization, limit);
      });
      print(messages, options.json);
    });
}
