import type { Command } from 'commander';
import type { Config } from '../platform/config.ts';
import {
  adoptSealingKey,
  retireSealingKeys,
  rotateSealingKey,
  sealingKeyUses,
} from '../platform/credentials/reseal.ts';
import { print, withServices } from './command.ts';

/** `sealing-key status`, `sealing-key rotate`, `sealing-key retire`, `sealing-key adopt` */
export function addSealingKeyCommands(program: Command, config: Config): void {
  const key = program.command('sealing-key').description('The key that seals what must be read back.');
  const commands = [
    ['status', 'Shows the keys by their IDs, and how much is sealed under each.', sealingKeyUses],
    [
      'rotate',
      'Puts a new key first, and seals everything anew under it. The old one goes on opening.',
      rotateSealingKey,
    ],
    ['retire', 'Takes the older keys away, which nothing is sealed under any more.', retireSealingKeys],
  ] as const;
  for (const [name, description, work] of commands)
    key
      .command(name)
      .description(description)
      .option('--json', 'print one JSON object')
      .action(async ({ json }: { json?: boolean }) => {
        print(await withServices(config, (services) => work(services) as Promise<unknown>), json);
      });
  key
    .command('adopt')
    .description(
      'Makes the key that is here the one of the database, whose own key is lost, and with it all that it has sealed.',
    )
    .requiredOption('--lost', 'nobody has the other key any more, and no server runs')
    .option('--json', 'print one JSON object')
    .action(async ({ json }: { json?: boolean }) => {
      print(await withServices(config, adoptSealingKey, { anyKey: true }), json);
    });
}
