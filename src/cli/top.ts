import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import type { Config } from '../platform/config.ts';
import { addressFile, CommandError, print } from './command.ts';
import { type MetricsAddress, type Scrape, scrape } from './scrape.ts';

const SHOWN = 12;
const CLEAR = '\u001b[2J\u001b[H';

/** Activity of a server between two scrapes. */
export interface Activity {
  requestsPerSecond: number;
  /** Answers with a status of 500 or more. */
  failuresPerSecond: number;
  /** A whole core is 1. */
  processor: number;
  memoryBytes: number;
  eventLoopP99Ms: number;
  heldEventRequests: number;
  waitingForConnections: number;
  jobsDue: number;
  webhooksDue: number;
  webhookOldestSeconds: number;
  /** Null: none is known of. */
  newerVersion: string | null;
  /** Operations with the highest total time first. */
  operations: { operation: string; perSecond: number; p50Ms: number; p99Ms: number }[];
}

/** `top`: what a running server does, every two seconds or as often as is asked. */
export function addTopCommand(program: Command, config: Config): void {
  program
    .command('top')
    .description(
      'Shows the activity of a running server: requests by operation, queues and memory. Stop it with Ctrl-C.',
    )
    .option('--every <seconds>', 'how often', seconds, 2)
    .option('--once', 'show one interval, then exit')
    .option('--json', 'print one JSON object per interval')
    .option('--url <url>', 'address of another server; by default the server of this DATA_DIR')
    .action(async (options: { every: number; once?: boolean; json?: boolean; url?: string }) => {
      const address = { url: options.url ?? (await ownAddress(config)), token: config.metricsToken };
      await show(address, options);
    });
}

async function show(
  address: MetricsAddress,
  { every, once, json }: { every: number; once?: boolean; json?: boolean },
): Promise<void> {
  let before = await scrape(address);
  do {
    await pause(every * 1000);
    const now = await scrape(address);
    const activity = activityBetween(before, now);
    if (json) print(activity, true);
    else process.stdout.write(`${process.stdout.isTTY && !once ? CLEAR : ''}${table(activity)}\n`);
    before = now;
  } while (!once);
}

function seconds(text: string): number {
  const value = Number(text);
  if (!(value >= 0.1 && value <= 3600)) throw new InvalidArgumentError('0.1 to 3600 seconds.');
  return value;
}

async function ownAddress({ dataDir, metricsPort }: Config): Promise<string> {
  const url = await readFile(addressFile(dataDir), 'utf8').catch(() => undefined);
  if (!url) throw new CommandError('No server is running on this DATA_DIR. Give the address of a server with --url.');
  const own = new URL(url.trim());
  if (metricsPort !== undefined) own.port = String(metricsPort);
  return own.origin;
}

/** Returns the activity between two scrapes. */
export function activityBetween(before: Scrape, now: Scrape): Activity {
  const passed = (now.at - before.at) / 1000;
  const sum = ({ samples }: Scrape, name: string, wanted: Record<string, string> = {}) =>
    samples
      .filter((one) => one.name === name && Object.entries(wanted).every(([key, value]) => one.labels[key] === value))
      .reduce((total, { value }) => total + value, 0);
  const rate = (name: string) => Math.max(0, sum(now, name) - sum(before, name)) / passed;
  const failures = ({ samples }: Scrape) =>
    samples
      .filter(({ name, labels }) => name === COUNT && labels.status!.startsWith('5'))
      .reduce((total, { value }) => total + value, 0);
  return {
    requestsPerSecond: rate(COUNT),
    failuresPerSecond: Math.max(0, failures(now) - failures(before)) / passed,
    processor: rate('process_cpu_seconds_total'),
    memoryBytes: sum(now, 'process_resident_memory_bytes'),
    eventLoopP99Ms: sum(now, 'nodejs_eventloop_lag_p99_seconds') * 1000,
    heldEventRequests: sum(now, 'hubbub_event_polls_waiting'),
    waitingForConnections: sum(now, 'hubbub_database_connections', { state: 'waiting' }),
    jobsDue: sum(now, 'hubbub_jobs_due'),
    webhooksDue: sum(now, 'hubbub_webhook_deliveries_due'),
    webhookOldestSeconds: sum(now, 'hubbub_webhook_oldest_seconds'),
    newerVersion: now.samples.find(({ name }) => name === 'hubbub_newer_version')?.labels.version ?? null,
    operations: operationsBetween(before, now, passed),
  };
}

const REQUESTS = 'hubbub_http_request_seconds';
const COUNT = `${REQUESTS}_count`;

function operationsBetween(before: Scrape, now: Scrape, passed: number): Activity['operations'] {
  const [old, own] = [before, now].map(tallies);
  return [...own!]
    .map(([operation, { count, seconds, buckets }]) => {
      const earlier = old!.get(operation);
      const grown = [...buckets].map(([most, n]): [number, number] => [most, n - (earlier?.buckets.get(most) ?? 0)]);
      return {
        operation,
        perSecond: (count - (earlier?.count ?? 0)) / passed,
        seconds: seconds - (earlier?.seconds ?? 0),
        p50Ms: quantileOf(grown, 0.5) * 1000,
        p99Ms: quantileOf(grown, 0.99) * 1000,
      };
    })
    .filter(({ perSecond }) => perSecond > 0)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SHOWN)
    .map(({ seconds: _, ...shown }) => shown);
}

/** Counters of an operation, regardless of the status. */
interface OperationTally {
  count: number;
  seconds: number;
  /** Answers that took at most so many seconds. */
  buckets: Map<number, number>;
}

function tallies({ samples }: Scrape): Map<string, OperationTally> {
  const found = new Map<string, OperationTally>();
  for (const { name, labels, value } of samples) {
    if (!name.startsWith(REQUESTS)) continue;
    const operation = `${labels.api} ${labels.operation}`;
    const tally = found.get(operation) ?? { count: 0, seconds: 0, buckets: new Map<number, number>() };
    found.set(operation, tally);
    if (name === COUNT) tally.count += value;
    else if (name === `${REQUESTS}_sum`) tally.seconds += value;
    else {
      const most = labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le);
      tally.buckets.set(most, (tally.buckets.get(most) ?? 0) + value);
    }
  }
  return found;
}

/**
 * A quantile of a histogram, evenly spread within a bucket, as Prometheus' `histogram_quantile` has it; beyond the last bound,
 * that bound.
 * @param buckets upper bounds in seconds, and how many are at most that
 */
export function quantileOf(buckets: readonly (readonly [number, number])[], q: number): number {
  const sorted = buckets.toSorted(([a], [b]) => a - b);
  const rank = q * (sorted.at(-1)?.[1] ?? 0);
  let [lower, below] = [0, 0];
  for (const [most, count] of sorted) {
    if (most === Number.POSITIVE_INFINITY) break;
    if (count >= rank && count > below) return lower + ((most - lower) * (rank - below)) / (count - below);
    [lower, below] = [most, count];
  }
  return lower;
}

function table(activity: Activity): string {
  const { operations, ...rest } = activity;
  const head = [
    `${rest.requestsPerSecond.toFixed(1)} requests per second, ${rest.failuresPerSecond.toFixed(1)} failed; ${rest.heldEventRequests} event requests held`,
    `processor ${(rest.processor * 100).toFixed(0)} %, memory ${(rest.memoryBytes / 2 ** 20).toFixed(0)} MiB, event loop p99 ${rest.eventLoopP99Ms.toFixed(0)} ms`,
    `${rest.waitingForConnections} requests waiting for a connection; ${rest.jobsDue} jobs due; ${rest.webhooksDue} webhook deliveries due, the oldest for ${rest.webhookOldestSeconds.toFixed(0)} s`,
    ...(rest.newerVersion === null ? [] : [`version ${rest.newerVersion} is available`]),
  ];
  const rows = operations.map(({ operation, perSecond, p50Ms, p99Ms }) =>
    [perSecond.toFixed(1).padStart(9), p50Ms.toFixed(1).padStart(9), p99Ms.toFixed(1).padStart(9), operation].join(
      '  ',
    ),
  );
  return [...head, '', ' a second    p50 ms    p99 ms  operation', ...rows].join('\n');
}
