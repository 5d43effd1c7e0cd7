import path from 'node:path';
import type { Command } from 'commander';
import { readArea } from '../dispatch/map/extract/area.ts';
import { extractMap } from '../dispatch/map/extract/extract-map.ts';
import { ownMapFile } from '../dispatch/map/map-file.ts';
import type { Config } from '../platform/config.ts';
import { CommandError, print } from './command.ts';
import { printProgress } from './print-progress.ts';

interface ExtractOptions {
  from: string;
  area: string;
  to?: string;
  maxZoom: string;
  json?: boolean;
}

/** `map extract` */
export function addMapCommands(program: Command, config: Config): void {
  const map = program.command('map').description('Manages the street map.');
  map
    .command('extract')
    .description(
      'Cuts an area out of a large street map (PMTiles) and uses it: only the parts of the area are read. Run it again to continue an interrupted run.',
    )
    .requiredOption('--from <file|url>', 'the large map: a local file or its address')
    .requiredOption('--area <area>', 'a town ("Berlin" or "Berlin, DE"), or west,south,east,north in degrees')
    .option(
      '--to <file>',
      'file of the result (default: map.pmtiles in the data folder, which is used without a setting)',
    )
    .option('--max-zoom <zoom>', 'nearest zoom, 0 to 22: 15 has every street', '15')
    .option('--json', 'print one JSON object')
    .action(async ({ from, area: text, to, maxZoom, json }: ExtractOptions) => {
      const zoom = Number(maxZoom);
      if (!Number.isInteger(zoom) || zoom < 0 || zoom > 22) throw new CommandError('--max-zoom must be 0 to 22.');
      const own = ownMapFile(config);
      const file = path.resolve(to ?? own);
      try {
        const area = await readArea(text);
        const { west, south, east, north } = area.box;
        const box = [west, south, east, north].map((degrees) => degrees.toFixed(3)).join(',');
        console.error(`${area.name} (${box}), up to zoom ${zoom}, to ${file}`);
        const report = printProgress();
        const progress = (bytes: number, of: number) => report('read', bytes, of);
        const result = await extractMap({ from, box: area.box, to: file, maxZoom: zoom, progress });
        const isUsed =
          config.mapFile === undefined ? file === path.resolve(own) : file === path.resolve(config.mapFile);
        print({ area: area.name, ...result, isUsed }, json);
        if (!isUsed) console.error(`Set MAP_FILE=${file} and restart the server to use it.`);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new CommandError(`There is no file ${from}.`);
        throw new CommandError((error as Error).message);
      }
    });
}
