import type { Command } from 'commander';
import type { Config } from '../platform/config.ts';
import { CommandError, print, withServices } from './command.ts';
import { importGeo } from './geo-import.ts';

/** `geo import` */
export function addGeoCommands(program: Command, config: Config): void {
  program
    .command('geo')
    .description('Places for geocoding.')
    .command('import')
    .description('Imports address points: OpenAddresses GeoJSON or CSV, or a GeoNames postal file.')
    .argument('<file>')
    .option('--country <CC>', 'country of the addresses, where the file does not say it')
    .option('--json', 'print one JSON object')
    .action(async (file: string, options: { country?: string; json?: boolean }) => {
      const result = await withServices(config, (services) =>
        importGeo(services, file, {
          ...(options.country ? { country: options.country } : {}),
          progress: (imported) => console.error(`${imported} imported`),
        }),
      ).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new CommandError(`There is no file ${file}.`) : new CommandError(error.message);
      });
      print(result, options.json);
    });
}
