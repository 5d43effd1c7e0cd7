import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import type { Services } from '../../platform/services.ts';
import { askTimeServer } from './ask-time-server.ts';
import { readDatabaseClock } from './database-state.ts';
import type { Finding, FindingState } from './finding.ts';

const MIB = 2 ** 20;
/** Bundling the program at the first start takes half of it. */
const MEMORY_MIB = 1024;
/** Free share of a disk below which it will be full soon. */
const FREE_SHARE = 0.05;
/** Reserves that must be free: below one the database takes no writes, below two the store takes no files. */
const RESERVES = { database: 1, files: 2, soon: 4 };
/** A second factor's code is valid for 30 s (RFC 6238), events and tokens are compared to the second. */
const CLOCK_MS = { warn: 1000, fail: 30_000 };

/** Checks the machine: free disk, memory, clock. */
export async function examineMachine(services: Services): Promise<Finding[]> {
  return [await examineDisk(services), examineMemory(), await examineClock(services)];
}

async function examineDisk({ config: { dataDir, diskReserveMib } }: Services): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(dataDir);
  const free = (bavail * bsize) / MIB;
  const isBelow = (reserves: number) => free < reserves * diskReserveMib;
  const detail = `${Math.floor(free)} MiB of ${Math.floor((blocks * bsize) / MIB)} MiB free on the disk of ${dataDir}`;
  const found = (state: FindingState, more: string): Finding => ({ check: 'disk', state, detail: `${detail}${more}` });
  if (isBelow(RESERVES.database)) return found('fail', ': disk full, writes are refused. Free some space');
  if (isBelow(RESERVES.files)) return found('fail', ': new files are refused. Free some space');
  if (isBelow(RESERVES.soon) || bavail < FREE_SHARE * blocks) return found('warn', ': it will be full soon');
  return found('ok', '');
}

function examineMemory(): Finding {
  // Older versions of Node 20 do not know the limit of a container, and without one some report a number beyond the machine.
  const limit = process.constrainedMemory?.() ?? 0;
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  const mib = Math.floor(bytes / MIB);
  return mib < MEMORY_MIB
    ? { check: 'memory', state: 'warn', detail: `${mib} MiB: a first start needs ${MEMORY_MIB} MiB` }
    : { check: 'memory', state: 'ok', detail: `${mib} MiB` };
}

/** Compares this machine's clock with the database's and, if `TIME_SERVER` is set, with that server's. */
async function examineClock({ config, database }: Services): Promise<Finding> {
  const check = 'clock';
  const ofDatabase = await offsetOf(async () => readDatabaseClock(database.reader));
  const differences = [{ name: 'the database', ms: ofDatabase }];
  if (config.timeServer !== undefined)
    try {
      differences.push({ name: config.timeServer, ms: await offsetOf(() => askTimeServer(config.timeServer!)) });
    } catch (error) {
      return {
        check,
        state: 'warn',
        detail: `the time server ${config.timeServer} does not respond: ${textOf(error)}`,
      };
    }
  const largest = Math.max(...differences.map(({ ms }) => Math.abs(ms)));
  const state = largest > CLOCK_MS.fail ? 'fail' : largest > CLOCK_MS.warn ? 'warn' : 'ok';
  return { check, state, detail: differences.map(({ name, ms }) => `${Math.round(ms)} ms off ${name}`).join(', ') };
}

/** Returns by how many milliseconds this machine's clock is ahead; an answer counts for the middle of its round trip. */
async function offsetOf(ask: () => Promise<number>): Promise<number> {
  const before = Date.now();
  const theirs = await ask();
  return (before + Date.now()) / 2 - theirs;
}

const textOf = (error: unknown) => (error as Error).message;
