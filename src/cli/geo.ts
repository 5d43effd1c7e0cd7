import type { Command } from 'commander';
import { MIN_PRECISIONS } from '../dispatch/geocoding/found-place.ts';
import type { Config } from '../platform/config.ts';
import { CommandError, print, withServices } from './command.ts';
import { importGeo } from './geo-import.ts';
import { setMinPrecision } from './geo-precision.ts';

/** `geo import`, `geo precision` */
export function addGeoCommands(program: Command, config: Config): void {
  const geo = program.command('geo').description('Manages geocoding data.');
  geo
    .command('precision')
    .description(
      "Sets the minimum precision of addresses that an organization accepts. 'default' uses the server's setting.",
    )
    .argument('<precision>', `${MIN_PRECISIONS.join(', ')} or default`)
    .requiredOption('--organization <id>', 'the organization')
    .option('--json', 'print one JSON object')
    .action(async (precision: string, { organization, json }: { organization: string; json?: boolean }) => {
      print(await withServices(config, (services) => setMinPrecision(services, organization, precision)), json);
    });
  geo
    .command('import')
    .description(
      'Imports addresses from OpenAddresses (GeoJSON or CSV, also .gz and .zip) or an OpenStreetMap extract (.osm.pbf), or postal codes or towns from GeoNames.',
    )
    .argument('<file>', 'a local file')
    .option('--country <CC>', 'country of the addresses, if the file does not name it')
    .option(
      '--name <name>',
      "name of the import; a later import with the same name replaces it (default: the file's name)",
    )
    .option('--json', 'print one JSON object')
    .action(async (file: string, options: { country?: string; name?: string; json?: boolean }) => {
      const result = await withServices(config, (services) =>
        importGeo(services, file, {
          ...(options.country ? { country: options.country } : {}),
          ...(options.name ? { name: options.name } : {}),
          progress: (imported) => console.error(`${imported} imported`),
        }),
      ).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new CommandError(`There is no file ${file}.`) : new CommandError(error.message);
      });
      print(result, options.json);
    });
}
