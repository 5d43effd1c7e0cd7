import { lastGoodBackup } from '../../platform/backup/access.ts';
import { loadOpenMoves, type OrganizationMove } from '../../platform/moves/access.ts';
import type { Services } from '../../platform/services.ts';
import {
  type BehindRow,
  countDueDeliveries,
  countJobsByQueue,
  countOutbox,
  countSessions,
  listBehind,
  listStandbys,
  type OutboxRow,
  type PostgresRow,
  type QueueRow,
  readPostgres,
  type StandbyRow,
} from './queries.ts';

/** State of the program's work and of the database. */
export interface Look {
  queues: QueueRow[];
  deliveries: { due: number; oldestSeconds: number };
  behind: BehindRow[];
  postgres: PostgresRow;
  sessions: { state: string; count: number }[];
  outbox: OutboxRow[];
  standbys: StandbyRow[];
  /** Start time of the last good backup. */
  backup: Date | undefined;
  /** Moves of organizations that are not over. */
  moves: OrganizationMove[];
}

/** One look serves all who ask within this time: each gauge asks by itself, and there may be several collectors. */
const KEPT_MS = 1000;
/** A database that takes longer does not answer: collectors give up after ten seconds. */
const PATIENCE_MS = 5000;

/**
 * Looks at the database, once for all who ask at about the same time; undefined where it does not answer. No look begins while
 * another is under way: each holds connections for reading until it ends, and hanging ones would take all of them.
 */
export function lookingAt(services: Services): () => Promise<Look | undefined> {
  let last: { at: number; look: Promise<Look | undefined> } | undefined;
  let isUnderWay = false;
  return () => {
    const now = performance.now();
    if (last && (isUnderWay || now - last.at <= KEPT_MS)) return last.look;
    isUnderWay = true;
    const looking = look(services).finally(() => {
      isUnderWay = false;
    });
    last = { at: now, look: inTime(looking) };
    return last.look;
  };
}

async function look({ database: { reader }, clock }: Services): Promise<Look> {
  const now = clock.now();
  const asked = [
    countJobsByQueue(reader),
    countDueDeliveries(reader, now),
    listBehind(reader, now),
    readPostgres(reader),
    countSessions(reader),
    lastGoodBackup(reader),
    countOutbox(reader, now),
    listStandbys(reader),
    loadOpenMoves(reader),
  ] as const;
  // One that fails does not end the look: the others hold their connections still.
  await Promise.allSettled(asked);
  const [queues, deliveries, behind, postgres, sessions, backup, outbox, standbys, moves] = await Promise.all(asked);
  return { queues, deliveries, behind, postgres, sessions, backup, outbox, standbys, moves };
}

function inTime(looking: Promise<Look>): Promise<Look | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS, undefined);
    // Why the database is away stands in the log already.
    looking.then(resolve, () => resolve(undefined)).finally(() => clearTimeout(timer));
  });
}
