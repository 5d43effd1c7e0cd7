import { createHash } from 'node:crypto';
import { discardObjects, ORIGINAL, storeObjects } from '../../platform/files/files.ts';
import { perServices } from '../../platform/per-services.ts';
import type { Services } from '../../platform/services.ts';
import { type InTurn, inTurns } from '../../platform/turns.ts';
import { doKeepExternalPicture } from './actions.ts';
import type { ExternalPicture } from './address.ts';
import { KEPT_DAYS } from './expire.ts';
import { fetchPicture } from './fetch-picture.ts';
import { loadStoredExternalPicture, type StoredExternalPicture } from './queries.ts';

/** After so long a picture that could not be had is asked for again. */
const RETRY_MINUTES = 10;
/** Pictures fetched at once, each of which may take its largest size in memory. */
const AT_ONCE = 4;
/** Maximum simultaneous fetches of one organization: a host that does not respond holds each for ten seconds. */
const AT_ONCE_OF_ONE = 3;
const MAX_WAITING = 200;

/** Running fetches by organization and address. */
interface Fetching {
  inTurn: InTurn;
  byKey: Map<string, Promise<StoredExternalPicture>>;
}

const fetchingOf = perServices<Fetching>(() => ({
  inTurn: inTurns({ atOnce: AT_ONCE, atOnceOfOne: AT_ONCE_OF_ONE, maxWaiting: MAX_WAITING }),
  byKey: new Map(),
}));

/**
 * A picture from elsewhere, fetched with the first look at it and kept for some days. Undefined: it cannot be had.
 * @throws {TooManyWaiting}
 */
export async function findStoredExternalPicture(
  services: Services,
  picture: ExternalPicture,
): Promise<StoredExternalPicture | undefined> {
  const { organizationId, url } = picture;
  const addressHash = createHash('sha256').update(url).digest('hex');
  const stored = await loadStoredExternalPicture(services.database.reader.of(organizationId), addressHash);
  const found = stored && isFresh(services, stored) ? stored : await fetchOnce(services, picture, addressHash);
  return found.fileId === null ? undefined : found;
}

function isFresh({ clock }: Services, { fileId, fetchedAt }: StoredExternalPicture): boolean {
  const age = clock.now().getTime() - fetchedAt.getTime();
  return age < (fileId === null ? RETRY_MINUTES * 60_000 : KEPT_DAYS * 86_400_000);
}

/** However many look at it at once, its host is asked once. */
function fetchOnce(services: Services, picture: ExternalPicture, addressHash: string): Promise<StoredExternalPicture> {
  const fetching = fetchingOf(services);
  const key = `${picture.organizationId} ${addressHash}`;
  const under = fetching.byKey.get(key);
  if (under) return under;
  const work = fetching
    .inTurn({ organizationId: picture.organizationId }, () => fetchAndKeep(services, picture, addressHash))
    .finally(() => fetching.byKey.delete(key));
  fetching.byKey.set(key, work);
  return work;
}

async function fetchAndKeep(
  services: Services,
  { organizationId, url }: ExternalPicture,
  addressHash: string,
): Promise<StoredExternalPicture> {
  await using fetched = await fetchPicture(services, url);
  const fileId = fetched ? await storeObjects(services, organizationId, { [ORIGINAL]: fetched.path }) : null;
  const { size = 0, contentType = null } = fetched ?? {};
  const stored = { fileId, size, contentType, fetchedAt: services.clock.now() };
  try {
    await services.database.transaction((tx) => doKeepExternalPicture(tx, addressHash, stored), {
      organizationId,
    });
  } catch (error) {
    if (fileId !== null) await discardObjects(services, organizationId, fileId);
    throw error;
  }
  return stored;
}
