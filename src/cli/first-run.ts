import type { Command } from 'commander';
import { makeFirstRunAddress } from '../pages/first-run/actions.ts';
import type { Config } from '../platform/config.ts';
import { CommandError, print, withServices } from './command.ts';

/** `first-run`: where the first organization is made in a browser. */
export function addFirstRunCommand(program: Command, config: Config): void {
  program
    .command('first-run')
    .description('Prints an address with a new one-time code. Open it in a browser to create the first organization.')
    .option('--json', 'print one JSON object')
    .action(async ({ json }: { json?: boolean }) => {
      const url = await withServices(config, (services) => makeFirstRunAddress(services), { mayInstall: true });
      if (url === undefined) throw new CommandError('An organization already exists. Use org create to create more.');
      print({ url }, json);
    });
}
