import type { Command } from 'commander';
import type { Config } from '../platform/config.ts';
import { CommandError, print, withServices } from './command.ts';
import { endSecondFactor } from './end-second-factor.ts';
import { erasePerson } from './erase-person.ts';
import { exportPersonToFile } from './export-person.ts';

/** `person export`, `person erase`, `person end-second-factor` */
export function addPersonCommands(program: Command, config: Config): void {
  const person = program.command('person').description('Looks after what is kept of one person.');
  person
    .command('export <person> <file>')
    .description('Writes all that is kept of somebody, by address, phone number or ID, into a new file.')
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
    .description('Erases somebody, by address, phone number or ID, for good; run it again if it was interrupted.')
    .requiredOption('--organization <id>')
    .requiredOption('--messages <keep|delete>', 'keep: what they have written stays, by nobody')
    .option('--json', 'print one JSON object')
    .action(async (named: string, options: { organization: string; messages: string; json?: boolean }) => {
      const { organization, messages, json } = options;
      if (messages !== 'keep' && messages !== 'delete') throw new CommandError('--messages must be keep or delete.');
      print(await withServices(config, (services) => erasePerson(services, organization, named, messages)), json);
    });
  person
    .command('end-second-factor <person>')
    .description('Takes away a second factor that was lost, by address or phone number: signed out everywhere.')
    .requiredOption('--organization <id>')
    .option('--json', 'print one JSON object')
    .action(async (named: string, { organization, json }: { organization: string; json?: boolean }) => {
      print(await withServices(config, (services) => endSecondFactor(services, organization, named)), json);
    });
}
