import type { Command } from 'commander';
import type { Config } from '../platform/config.ts';
import { CommandError, print, withServices } from './command.ts';
import { endSecondFactor } from './end-second-factor.ts';
import { erasePerson } from './erase-person.ts';
import { exportPersonToFile } from './export-person.ts';

/** `person export`, `person erase`, `person end-second-factor` */
export function addPersonCommands(program: Command, config: Config): void {
  const person = program
    .command('person')
    .description('Exports or erases the data of one person, or removes a lost second factor.');
  person
    .command('export <person> <file>')
    .description('Exports all data of a person, given by e-mail address, phone number or ID, into a new file.')
    .requiredOption('--organization <id>')
    .option('--json', 'print one JSON object')
    .action(async (named: string, file: string, options: { organization: string; json?: boolean }) => {
      const written = await withServices(config, (services) =>
        exportPersonToFile(services, options.organization, named, file),
      );
      print(written, options.json);
    });
  person
    .command('erase <person>')
    .description(
      'Permanently erases a person, given by e-mail address, phone number or ID. Run it again if it was interrupted.',
    )
    .requiredOption('--organization <id>')
    .requiredOption('--messages <keep|delete>', 'keep: their messages stay without a name; delete: they are deleted')
    .option('--json', 'print one JSON object')
    .action(async (named: string, options: { organization: string; messages: string; json?: boolean }) => {
      const { organization, messages, json } = options;
      if (messages !== 'keep' && messages !== 'delete') throw new CommandError('--messages must be keep or delete.');
      print(await withServices(config, (services) => erasePerson(services, organization, named, messages)), json);
    });
  person
    .command('end-second-factor <person>')
    .description(
      'Removes the lost second factor of a person, given by e-mail address or phone number, and signs them out everywhere.',
    )
    .requiredOption('--organization <id>')
    .option('--json', 'print one JSON object')
    .action(async (named: string, { organization, json }: { organization: string; json?: boolean }) => {
      print(await withServices(config, (services) => endSecondFactor(services, organization, named)), json);
    });
}
