import { follow } from '../../../platform/http-client/follow.ts';
import { defineJob } from '../../../platform/jobs/define-job.ts';
import type { Services } from '../../../platform/services.ts';
import { externalPictureAddress } from '../../external-pictures/address.ts';
import { appendSite, type SiteFacts } from '../../markdown/index.ts';
import { doRerender } from '../../messages/edit/actions.ts';
import { type LinkedSites, PREVIEW_SITES } from '../actions.ts';
import { readSite } from './read-site.ts';

const MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 10_000;

/**
 * Asks the pages that a message links to what they are, and shows that below it. From public addresses only, as webhooks
 * go; a page that cannot be had, or has no picture, stays a link.
 */
export const previewSites = defineJob<LinkedSites>({
  queue: PREVIEW_SITES,
  expireInSeconds: 300,
  retryLimit: 0,
  retryDelay: 60,
  concurrency: 3,
  // A host that does not answer holds one for as long as its links take.
  turns: { atOnceOfOne: 2 },
  async handle(services, { organizationId, messageId, addresses }) {
    if (!services.config.sitePreviews) return;
    for (const address of addresses) {
      const site = await ask(services, organizationId, address);
      if (!site) continue;
      await services.database.transaction(
        (tx) => doRerender(tx, [messageId], (html) => appendSite(html, address, site)),
        { organizationId },
      );
    }
  },
});

async function ask(services: Services, organizationId: string, address: string): Promise<SiteFacts | undefined> {
  const { config, closing } = services;
  const found = await follow({
    url: new URL(address),
    method: 'GET',
    headers: { accept: 'text/html' },
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    longer: 'cut',
    allowInsecure: config.webhookAllowInsecure,
    hosts: config.outgoingHosts,
    signal: closing,
  });
  if (!found) return undefined;
  const { image, ...facts } = readSite(found.answer.text);
  const source = image ? URL.parse(image, found.url) : null;
  const picture = source && externalPictureAddress(services, { organizationId, url: source.href });
  return picture ? { ...facts, picture } : undefined;
}
