import type { Tx } from '../../platform/db/tx.ts';

/** The queue of the job in `fetching/preview-sites.ts`. */
export const PREVIEW_SITES = 'preview-sites';

/** Pages that a message links to. */
export interface LinkedSites {
  organizationId: string;
  messageId: number;
  addresses: string[];
}

/** Has pages that a message links to asked what they are, after the commit. */
export function doPreviewSites(tx: Tx, messageId: number, addresses: readonly string[]): void {
  const { organizationId } = tx;

  if (addresses.length === 0) return;
  const data: LinkedSites = { organizationId, messageId, addresses: [...addresses] };
  tx.enqueue({ queue: PREVIEW_SITES, data });
}
