import { defineJob } from '../../platform/jobs/define-job.ts';
import { perServices } from '../../platform/per-services.ts';
import { Deliverer } from './deliverer.ts';

export const WEBHOOK_DELIVERY_QUEUE = 'webhook-delivery';

/** Sends this process's requests to receivers. */
export const deliverer = perServices((services) => new Deliverer(services));

/** Wakes the process that takes it, for deliveries that a request has queued again. */
export const deliverWebhooks = defineJob<{ organizationId: string }>({
  queue: WEBHOOK_DELIVERY_QUEUE,
  expireInSeconds: 60,
  retryLimit: 5,
  retryDelay: 5,
  concurrency: 2,
  async handle(services, { organizationId }) {
    deliverer(services).wake(organizationId);
  },
});
