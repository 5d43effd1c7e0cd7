import type { Command } from 'commander';
import type { Config } from '../platform/config.ts';
import { sql } from '../platform/db/sql.ts';
import { print, withServices } from './command.ts';

interface OutboxRow {
  id: number;
  channel: 'sms' | 'email';
  recipient: string;
  subject: string | null;
  body: string;
  created_at: Date;
}

/** `outbox`: what the default adapters of SMS and e-mail have kept instead of sending. */
export function addOutboxCommand(program: Command, config: Config): void {
  program
    .command('outbox')
    .description('Shows SMS and e-mail that were written, newest first.')
    .requiredOption('--organization <id>')
    .option('--limit <n>', 'how many at most', '20')
    .option('--json', 'print a JSON array')
    .action(async (options: { organization: string; limit: string; json?: boolean }) => {
      const limit = Math.min(Math.max(Number.parseInt(options.limit, 10) || 20, 1), 1000);
      const rows = await withServices(config, ({ database }) =>
        database.reader.all(sql<OutboxRow>`
          select id, channel, recipient, subject, body, created_at from platform.outbox
          where organization_id = ${options.organization} order by id desc limit ${limit}`),
      );
      print(rows, options.json);
    });
}
