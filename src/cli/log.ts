import type { Command } from 'commander';
import type { Config } from '../platform/config.ts';
import { type LoggedEvent, readLog } from '../platform/events/read-log.ts';
import { print, withServices } from './command.ts';
import { checkWholeNumber } from './input.ts';
import { checkOrganization } from './people.ts';

const POLL_MS = 500;

/** `log tail`: the event log of an organization as it grows. */
export function addLogCommands(program: Command, config: Config): void {
  program
    .command('log')
    .description('Reads the event log, which feeds clients, webhooks and caches.')
    .command('tail')
    .description('Prints the newest events, one JSON object per line.')
    .requiredOption('--organization <id>')
    .option('--lines <n>', 'number of existing events', '10')
    .option('--follow', 'keep printing new events')
    .action(async (options: { organization: string; lines: string; follow?: boolean }) => {
      const lines = checkWholeNumber('--lines', options.lines, 0, 10_000);
      await withServices(config, async ({ database: { reader } }) => {
        await checkOrganization(reader, options.organization);
        let last = show(await readLog(reader, options.organization, { newest: lines }), 0);
        while (options.follow) {
          await new Promise((resolve) => setTimeout(resolve, POLL_MS));
          last = show(await readLog(reader, options.organization, { after: last }), last);
        }
      });
    });
}

/** @returns the ID of the last event shown, or of the one before */
function show(events: readonly LoggedEvent[], before: number): number {
  for (const event of events) print(event, true);
  return events.at(-1)?.id ?? before;
}
