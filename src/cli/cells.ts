import { lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { CellDirectory } from '../platform/cells/directory.ts';
import { replaceMap } from '../platform/cells/haproxy.ts';
import { hostsOfMap, mapText, writeWhole } from '../platform/cells/map-file.ts';
import { cellName } from '../platform/config/cells.ts';
import type { Config } from '../platform/config.ts';
import { CommandError, print } from './command.ts';

/** A map that follows the directory is so old at most. */
const FOLLOW_MS = 2000;
/** The same while an organization is about to change its cell. */
const HURRIED_MS = 100;
/** A map may lose so many hosts, or half of them: more means that the directory was lost, not the organizations. */
const MAY_LOSE = 20;

/** Output of `cell add` and `cell remove`. */
interface ShownCell {
  cell: string;
  /** The cell's own host. */
  host: string;
}

interface MapOptions {
  socket?: string;
  follow?: boolean;
  json?: boolean;
}

/** `cell add`, `cell list`, `cell remove`, `cell map`. They need no installation, only the directory. */
export function addCellCommands(program: Command, config: Config): void {
  const cell = program
    .command('cell')
    .description('Manages the directory of cells (CELL_DIRECTORY_URL): which installation serves which organization.');
  cell
    .command('add <name>')
    .description(
      'Adds a cell. Its own host is the name in front of the host of PUBLIC_URL. The first one makes the directory.',
    )
    .option('--json', 'print one JSON object')
    .action(async (name: string, { json }: { json?: boolean }) => {
      print(await withDirectory(config, (directory, host) => addCell(directory, host, name)), json);
    });
  cell
    .command('list')
    .description('Lists the cells with the number of their organizations and hosts.')
    .option('--json', 'print a JSON array')
    .action(async ({ json }: { json?: boolean }) => {
      print(await withDirectory(config, cellList), json);
    });
  cell
    .command('remove <name>')
    .description('Removes a cell that has no organizations.')
    .option('--json', 'print one JSON object')
    .action(async (name: string, { json }: { json?: boolean }) => {
      print(await withDirectory(config, (directory, host) => removeCell(directory, host, name)), json);
    });
  cell
    .command('map <file>')
    .description('Writes the map of HAProxy: each host with its cell. The file is whole at any moment.')
    .option('--socket <path>', "HAProxy's socket with level admin: a running HAProxy gets the map at once")
    .option('--follow', 'keeps running and writes the map at each change')
    .option('--json', 'print one JSON object for each map written')
    .action(async (file: string, { socket, follow = false, json }: MapOptions) => {
      await withDirectory(config, (directory) =>
        writeMap(directory, { file, socket, follow, written: (hosts) => print({ file, hosts }, json) }),
      );
    });
}

/**
 * Runs a command on the directory of cells.
 * @param work gets the directory and the host of PUBLIC_URL
 * @throws {CommandError} where no directory is set
 */
export async function withDirectory<T>(
  { cellDirectoryUrl, publicUrl }: Pick<Config, 'cellDirectoryUrl' | 'publicUrl'>,
  work: (directory: CellDirectory, serverHost: string) => Promise<T>,
): Promise<T> {
  // With it, the settings have said that the other two are there.
  if (cellDirectoryUrl === undefined)
    throw new CommandError('Set CELL_DIRECTORY_URL, ORGANIZATION_ADDRESSES=on and PUBLIC_URL, which all cells share.');
  const { hostname } = new URL(publicUrl!);
  const directory = new CellDirectory(cellDirectoryUrl, hostname);
  try {
    return await work(directory, hostname);
  } finally {
    await directory.close();
  }
}

/** @throws {CommandError | CellRefusal | CellDirectoryAway} */
export async function addCell(directory: CellDirectory, serverHost: string, name: string): Promise<ShownCell> {
  try {
    cellName(name);
  } catch (error) {
    throw new CommandError(`The name of a cell ${(error as Error).message}.`);
  }
  const host = `${name}.${serverHost}`;
  await directory.add(name, host);
  return { cell: name, host };
}

/** @throws {CellRefusal | CellDirectoryAway} */
export async function removeCell(directory: CellDirectory, serverHost: string, name: string): Promise<ShownCell> {
  await directory.remove(name);
  return { cell: name, host: `${name}.${serverHost}` };
}

/** Returns the output of `cell list`, by name. */
export async function cellList(directory: CellDirectory) {
  const cells = await directory.list();
  return cells.map(({ isJoined, addedAt, ...cell }) => ({ ...cell, joined: isJoined, added_at: addedAt }));
}

/**
 * Writes the map of HAProxy, and gives it to a running one.
 * @param options `written` gets the number of hosts of each map; with `follow` it goes on for ever, or until `stop`
 * @throws {CommandError | CellRefusal | CellDirectoryAway} unless it goes on
 */
export async function writeMap(
  directory: CellDirectory,
  options: {
    file: string;
    socket: string | undefined;
    follow: boolean;
    written: (hosts: number) => void;
    stop?: AbortSignal;
  },
): Promise<void> {
  const { file, socket, follow, written, stop } = options;
  let version: string | undefined;
  let problem: string | undefined;
  let isHurried = false;
  do {
    try {
      const read = await directory.read(version);
      if (read.hosts) {
        await refuseLoss(file, read.hosts);
        await write(file, mapText(read.hosts));
        if (socket !== undefined) await replaceMap(socket, path.resolve(file), read.hosts);
        written(Object.keys(read.hosts).length);
      }
      ({ version, isHurried } = read);
      problem = undefined;
    } catch (error) {
      if (!follow) throw error;
      const { message } = error as Error;
      if (message !== problem) console.error(`${message} The map stays as it is; trying again.`);
      problem = message;
    }
    if (follow)
      await pause(isHurried ? HURRIED_MS : FOLLOW_MS, undefined, stop && { signal: stop }).catch(() => undefined);
  } while (follow && !stop?.aborted);
}

/**
 * Keeps the map while the directory is being made anew: without its hosts, HAProxy would lead them all to one cell.
 * @throws {CommandError}
 */
async function refuseLoss(file: string, hosts: Readonly<Record<string, string>>): Promise<void> {
  const before = hostsOfMap(await readFile(file, 'utf8').catch(() => ''));
  const lost = before.filter((host) => hosts[host] === undefined).length;
  if (lost > MAY_LOSE && lost > before.length / 2)
    throw new CommandError(
      `The directory lacks ${lost} of the ${before.length} hosts of ${file}. If they are gone, delete the file first.`,
    );
}

async function write(file: string, text: string): Promise<void> {
  try {
    // A link or a device would be replaced by a file.
    const there = await lstat(file).catch(() => undefined);
    if (there && !there.isFile()) throw new Error('it is not a file');
    await writeWhole(file, text);
  } catch (error) {
    throw new CommandError(`${file} cannot be written: ${(error as Error).message}.`);
  }
}
