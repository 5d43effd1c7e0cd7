import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What `GET /metrics` shows. One registry per program, so that two in one process do not mix. */
export class Metrics {
  readonly registry = new Registry();
  /** Seconds from the end of the request's head to the end of the answer. */
  readonly requests = new Histogram({
    name: 'hubbub_http_request_seconds',
    help: 'Time to answer a request, by operation and status.',
    labelNames: ['api', 'operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [this.registry],
  });
  readonly waitingPolls = new Gauge({
    name: 'hubbub_event_polls_waiting',
    help: 'Event requests that are being held.',
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
  }
}
