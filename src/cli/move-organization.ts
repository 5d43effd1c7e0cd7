import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import type { Command } from 'commander';
import type { MoveCells } from '../import/move/copy-files.ts';
import { cancelMove, moveOrganization, planMove } from '../import/move/move-organization.ts';
import { UNMOVED } from '../import/move/tables.ts';
import { type Config, readConfig } from '../platform/config.ts';
import { CommandError, print, withServices } from './command.ts';

interface MoveCommandOptions {
  to: string;
  settings: string;
  dryRun?: boolean;
  cancel?: boolean;
  json?: boolean;
}

/** `org move` */
export function addMoveOrganizationCommand(org: Command, config: Config): void {
  org
    .command('move <id>')
    .description(
      'Moves an organization from this cell to another one while people use it. Run it again to continue an interrupted move.',
    )
    .requiredOption('--to <cell>', 'name of the other cell')
    .requiredOption(
      '--settings <file>',
      'settings of the other cell, a line NAME=VALUE each, as its service reads them',
    )
    .option('--dry-run', 'shows what would move, and writes nothing')
    .option('--cancel', 'gives up a move that has not switched yet, and deletes the copy')
    .option('--json', 'print one JSON object, or an array for --dry-run')
    .action(async (organizationId: string, { to, settings, dryRun, cancel, json }: MoveCommandOptions) => {
      const options = { organizationId, to, say: (line: string) => console.error(line) };
      const result = await withBoth(config, await readSettings(settings), async (cells) => {
        if (dryRun) return plan(await planMove(cells, options));
        if (cancel) {
          await cancelMove(cells, options);
          return { organization_id: organizationId, canceled: true };
        }
        const { cell, rows, frozenMs } = await moveOrganization(cells, options);
        return { organization_id: organizationId, cell, rows, frozen_ms: frozenMs };
      });
      print(result, json);
    });
}

const plan = (counted: { table: string; rows: number }[]) => [
  ...counted.map((row) => ({ ...row, moves: true })),
  ...Object.entries(UNMOVED).map(([table, why]) => ({ table, moves: false, why })),
];

/** @throws {CommandError | ConfigError} */
async function readSettings(file: string): Promise<Config> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandError(`The settings of the other cell cannot be read: ${(error as Error).message}.`);
  }
  return readConfig(parseEnv(text));
}

function withBoth<T>(config: Config, other: Config, work: (cells: MoveCells) => Promise<T>): Promise<T> {
  return withServices(config, (source) => withServices(other, (target) => work({ source, target })));
}
