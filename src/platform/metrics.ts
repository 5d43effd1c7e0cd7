import { readdir } from 'node:fs/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * Metrics for which the library would list each open handle, and files with a call that blocks everything else: with
 * 10,000 connections each would delay every request by tens of milliseconds per scrape.
 */
const PER_HANDLE = [
  'nodejs_active_handles',
  'nodejs_active_handles_total',
  'nodejs_active_requests',
  'nodejs_active_requests_total',
  'nodejs_active_resources',
  'nodejs_active_resources_total',
  'process_open_fds',
];

/** Content of `GET /metrics`. One registry per program, so that two in one process do not mix. */
export class Metrics {
  readonly registry = new Registry();
  /** Seconds from the end of the request's head to the end of the answer. */
  readonly requests = new Histogram({
    name: 'hubbub_http_request_seconds',
    help: 'Time to answer a request, by operation and status; holds="true": the answer waits for something to send.',
    labelNames: ['api', 'operation', 'status', 'holds'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [this.registry],
  });
  readonly waitingPolls = new Gauge({
    name: 'hubbub_event_polls_waiting',
    help: 'Event requests currently held open.',
    registers: [this.registry],
  });
  readonly eventStreams = new Gauge({
    name: 'hubbub_event_streams_open',
    help: 'Chat event streams currently open; while one waits for events, it counts as an event request too.',
    registers: [this.registry],
  });
  readonly jobs = new Counter({
    name: 'hubbub_jobs_total',
    help: 'Background jobs run, by queue and outcome.',
    labelNames: ['queue', 'outcome'],
    registers: [this.registry],
  });

  constructor() {
    // Its default, a look every 10 ms, is most of what an idle process does.
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: 100 });
    for (const name of PER_HANDLE) this.registry.removeSingleMetric(name);
    if (process.platform === 'linux') this.#showOpenFiles();
  }

  /** By the library's name, counted by a thread beside. */
  #showOpenFiles(): void {
    new Gauge({
      name: 'process_open_fds',
      help: 'Number of open file descriptors.',
      registers: [this.registry],
      async collect() {
        // Where no file can be opened any more, the other metrics are wanted most.
        const files = await readdir('/proc/self/fd').catch(() => undefined);
        // One of them was open to look.
        if (files) this.set(files.length - 1);
      },
    });
  }
}
