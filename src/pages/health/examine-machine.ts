import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import type { Services } from '../../platform/services.ts';
import type { HealthWords } from '../../platform/texts/health-words.ts';
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
export async function examineMachine(services: Services, words: HealthWords): Promise<Finding[]> {
  return [await examineDisk(services, words), examineMemory(words), await examineClock(services, words)];
}

async function examineDisk(
  { config: { dataDir, diskReserveMib } }: Services,
  { texts }: HealthWords,
): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(dataDir);
  const free = (bavail * bsize) / MIB;
  const isBelow = (reserves: number) => free < reserves * diskReserveMib;
  const values = { free: Math.floor(free), all: Math.floor((blocks * bsize) / MIB), folder: dataDir };
  const found = (state: FindingState, sentence: keyof typeof texts.disk): Finding => ({
    check: texts.checks.disk,
    state,
    detail: texts.disk[sentence](values),
  });
  if (isBelow(RESERVES.database)) return found('fail', 'full');
  if (isBelow(RESERVES.files)) return found('fail', 'files');
  if (isBelow(RESERVES.soon) || bavail < FREE_SHARE * blocks) return found('warn', 'soon');
  return found('ok', 'ok');
}

function examineMemory({ texts }: HealthWords): Finding {
  const check = texts.checks.memory;
  // Older versions of Node 20 do not know the limit of a container, and without one some report a number beyond the machine.
  const limit = process.constrainedMemory?.() ?? 0;
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  const mib = Math.floor(bytes / MIB);
  return mib < MEMORY_MIB
    ? { check, state: 'warn', detail: texts.littleMemory({ mib, needed: MEMORY_MIB }) }
    : { check, state: 'ok', detail: texts.memory({ mib }) };
}

/** Compares this machine's clock with the database's and, if `TIME_SERVER` is set, with that server's. */
async function examineClock({ config, database }: Services, { texts }: HealthWords): Promise<Finding> {
  const check = texts.checks.clock;
  const server = config.timeServer;
  const ofDatabase = await offsetOf(async () => readDatabaseClock(database.reader));
  const stateOf = (ms: number) => {
    if (Math.abs(ms) > CLOCK_MS.fail) return 'fail';
    return Math.abs(ms) > CLOCK_MS.warn ? 'warn' : 'ok';
  };
  const detail = texts.clockOfDatabase({ ms: ofDatabase });
  if (server === undefined) return { check, state: stateOf(ofDatabase), detail };
  try {
    const ms = await offsetOf(() => askTimeServer(server));
    const state = stateOf(Math.max(Math.abs(ms), Math.abs(ofDatabase)));
    return { check, state, detail: texts.clockOfServer({ database: detail, ms, server }) };
  } catch (error) {
    return { check, state: 'warn', detail: texts.timeServerSilent({ server, reason: textOf(error) }) };
  }
}

/** Returns by how many whole milliseconds this machine's clock is ahead; an answer counts for the middle of its round trip. */
async function offsetOf(ask: () => Promise<number>): Promise<number> {
  const before = Date.now();
  const theirs = await ask();
  // Adding 0 makes 0 of -0, which would be shown as such.
  return Math.round((before + Date.now()) / 2 - theirs) + 0;
}

const textOf = (error: unknown) => (error as Error).message;
