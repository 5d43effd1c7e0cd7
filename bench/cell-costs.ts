import { rowsIn } from './results.ts';

/** Milliseconds of processor time, of server and PostgreSQL together, for each; and bytes of memory. */
export interface CellCosts {
  /** It is sent, and reaches `REACHED` waiting clients. */
  message: number;
  /** A message that everybody receives who has a client open. */
  announcement: number;
  fetch: number;
  register: number;
  /** The first registration after a change of the organization. */
  registerAnew: number;
  position: number;
  task: number;
  webhook: number;
  clientBytes: number;
}

/** People of an organization of 10,000 who have a client open (docs/scaling.md). */
export const CLIENTS = 6000;
const REACHED = 100;
/** A delivery, with a third of its event, which has three: server and PostgreSQL (RESULTS.md, “Deliveries of webhooks”). */
const WEBHOOK_MS = 0.57;
/** As our page and most clients ask: with the subscribers of channels. */
const REGISTER =
  /^\| register with subscribers: 10000 people, .*?(\d+) ms of processor time\W.*?first after a change of the organization.*?(\d+)(?: ms of processor time\)?)? \|/m;
const CLIENT = /^\| memory of 10000 waiting queues, connections included \| ([\d.]+) kB/m;

/**
 * Costs of what an organization of 10,000 people does, by the rows of RESULTS.md.
 * @throws if one is not there: a plan rests on what was measured
 */
export function cellCosts(report: string): CellCosts {
  const rows = rowsIn(report);
  const cost = (name: string) => {
    const found = rows.find((row) => row.name === name)?.at('processor');
    if (!found) throw new Error(`RESULTS.md has no processor time for ‘${name}’.`);
    return found;
  };
  const [, register, registerAnew] = REGISTER.exec(report) ?? [];
  const [, kilobytes] = CLIENT.exec(report) ?? [];
  if (!register || !registerAnew || !kilobytes) throw new Error('RESULTS.md has no row for registering or for queues.');
  const send = cost('send a message, 32 connections');
  return {
    message: send + REACHED * cost('send to receive, 200 waiting queues (receivers a second)'),
    announcement: send + CLIENTS * cost('send to receive, 10000 waiting queues (receivers a second)'),
    fetch: cost('fetch 100 messages: combined-feed, 32 connections'),
    register: Number(register),
    registerAnew: Number(registerAnew),
    position: cost('report a position, 2000 workers, 8 connections'),
    task: cost('create and assign a task among 10000 workers, 8 connections'),
    webhook: WEBHOOK_MS,
    clientBytes: Number(kilobytes) * 1000,
  };
}
