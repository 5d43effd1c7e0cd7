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
  const key = program.command('sealing-key').description('Manages the key that seals stored secrets.');
  const commands = [
    ['status', 'Lists the keys by ID and the number of values sealed under each.', sealingKeyUses],
    ['rotate', 'Adds a new key and reseals everything under it. The old key can still open values.', rotateSealingKey],
    ['retire', 'Removes older keys that no value is sealed under.', retireSealingKeys],
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
      'Accepts the current key for a database whose own key is lost. Everything sealed under the lost key is lost too.',
    )
    .requiredOption('--lost', 'confirm that the other key is lost and no server is running')
    .option('--json', 'print one JSON object')
    .action(async ({ json }: { json?: boolean }) => {
      print(await withServices(config, adoptSealingKey, { anyKey: true }), json);
    });
}
