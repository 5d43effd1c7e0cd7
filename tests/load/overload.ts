import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { type Answer, DispatchClient, until } from '../harness/clients.ts';
import { destinationAt } from '../harness/fleet.ts';
import { Installation } from '../harness/program.ts';
import { residentMib } from './resident.ts';

/** Connections by which a program does all it can. */
const BUSY = 16;
const CAPACITY_SECONDS = 10;
const OVERLOAD_SECONDS = 30;
/** Requests wait ten seconds at most: with as many under way as take twenty, the later half is refused. */
const SECONDS_UNDER_WAY = 20;
const MAX_CONNECTIONS = 6000;
const TIMES = 10;
/** Bars: memory, what a second overload may take more than the first, and how soon requests are served again. */
const MAX_MIB = 1024;
const MAX_GROWTH = 1.25;
const MAX_RECOVERY_MS = 5000;
/** Default number of requests per second of an organization. */
const LIMIT = 20;

interface Storm {
  connections: number;
  seconds: number;
  /** Requests a second; without it as many as are answered. */
  rate?: number;
}

interface Weathered {
  /** Answers by status. */
  statuses: Record<string, number>;
  /** Requests that were not answered. */
  unanswered: number;
  perSecond: number;
  p99: number;
  peakMib: number;
}

async function weather(api: DispatchClient, pid: number, { connections, seconds, rate }: Storm): Promise<Weathered> {
  let peakMib = 0;
  const watch = setInterval(() => {
    peakMib = Math.max(peakMib, residentMib(pid) ?? 0);
  }, 200);
  const result = await autocannon({
    url: `${api.url}/api/v2/tasks`,
    method: 'POST',
    headers: { authorization: api.authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ destination: destinationAt() }),
    connections,
    duration: seconds,
    timeout: 60,
    ...(rate ? { overallRate: rate } : {}),
  });
  clearInterval(watch);
  const counted = (result as { statusCodeStats?: Record<string, { count: number }> }).statusCodeStats ?? {};
  return {
    statuses: Object.fromEntries(Object.entries(counted).map(([status, { count }]) => [status, count])),
    unanswered: result.errors + result.timeouts,
    perSecond: Math.round(result['2xx'] / seconds),
    p99: result.latency.p99,
    peakMib,
  };
}

/** Milliseconds until ten requests in a row are served. */
async function recovery(ask: () => Promise<Answer>): Promise<number> {
  const began = performance.now();
  let served = 0;
  await until(async () => {
    served = (await ask()).status === 200 ? served + 1 : 0;
    return served === 10;
  }, 'ten answers in a row');
  return performance.now() - began;
}

function complaintsOf(name: string, { statuses, unanswered, peakMib }: Weathered, refusal: string): string[] {
  const others = Object.keys(statuses).filter((status) => status !== '200' && status !== refusal);
  return [
    ...(others.length > 0 ? [`${name}: answered ${others.join(', ')}`] : []),
    ...(statuses[refusal] ? [] : [`${name}: nothing was refused`]),
    ...(unanswered > 0 ? [`${name}: ${unanswered} requests were not answered`] : []),
    ...(peakMib > MAX_MIB ? [`${name}: ${peakMib} MiB of memory`] : []),
  ];
}

/** More than the program can do, and more than an organization may: what is wrong with how it takes that. */
export async function overload(): Promise<string[]> {
  return [...(await beyondCapacity()), ...(await beyondTheLimit())];
}

async function beyondCapacity(): Promise<string[]> {
  await using installation = await Installation.create();
  const { child } = await installation.start();
  const api = new DispatchClient((await installation.organization()).dispatch);
  // What is loaded and compiled with the first ones is no measure.
  await weather(api, child.pid!, { connections: BUSY, seconds: CAPACITY_SECONDS });
  const capacity = await weather(api, child.pid!, { connections: BUSY, seconds: CAPACITY_SECONDS });
  console.log(`capacity: ${capacity.perSecond} tasks a second, p99 ${capacity.p99} ms, ${capacity.peakMib} MiB`);
  const connections = Math.min(MAX_CONNECTIONS, Math.max(TIMES * BUSY, capacity.perSecond * SECONDS_UNDER_WAY));
  const complaints: string[] = [];
  const peaks: number[] = [];
  for (const time of ['first', 'second']) {
    const storm = await weather(api, child.pid!, { connections, seconds: OVERLOAD_SECONDS });
    const milliseconds = await recovery(() => api.get('/organization'));
    console.log(
      `${time} overload, ${connections} requests at once: ${JSON.stringify(storm.statuses)}, ${storm.unanswered} unanswered, ` +
        `${storm.peakMib} MiB, served again after ${Math.round(milliseconds)} ms`,
    );
    complaints.push(...complaintsOf(`${time} overload`, storm, '503'));
    if (milliseconds > MAX_RECOVERY_MS) complaints.push(`${time} overload: served again after ${milliseconds} ms`);
    peaks.push(storm.peakMib);
  }
  if (peaks[1]! > peaks[0]! * MAX_GROWTH) complaints.push(`memory of two overloads: ${peaks.join(' and ')} MiB`);
  return complaints;
}

async function beyondTheLimit(): Promise<string[]> {
  await using installation = await Installation.create();
  const { child } = await installation.start({ RATE_LIMITS: 'on' });
  const api = new DispatchClient((await installation.organization()).dispatch);
  const storm = await weather(api, child.pid!, { connections: BUSY, seconds: CAPACITY_SECONDS, rate: TIMES * LIMIT });
  const milliseconds = await recovery(async () => {
    await pause(1000 / LIMIT);
    return api.get('/organization');
  });
  console.log(
    `${TIMES} times an organization's limit: ${JSON.stringify(storm.statuses)}, p99 ${storm.p99} ms, served again after ${Math.round(milliseconds)} ms`,
  );
  const complaints = complaintsOf('beyond the limit', storm, '429');
  if (milliseconds > MAX_RECOVERY_MS) complaints.push(`beyond the limit: served again after ${milliseconds} ms`);
  return complaints;
}
