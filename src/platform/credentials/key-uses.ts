import type { Database } from '../db/database.ts';
import { perServices } from '../per-services.ts';
import type { Services } from '../services.ts';
import type { Identity } from './credentials.ts';
import { updateKeyUses } from './key-use-queries.ts';

/** Interval at which a use is stored again. */
const TOUCH_MS = 3_600_000;
/** Uses that are written together: of all keys that are used in so long. */
const GATHER_MS = 500;

interface Use {
  at: Date;
  /** Identity of the key, and its previous use. */
  identity: Identity;
  before: Date | null;
}

/**
 * Records the last use of keys, about once an hour for each: no request waits for it, and all simultaneous uses are one
 * statement per organization.
 */
class KeyUses {
  readonly #database: Database;
  readonly #now: () => Date;
  readonly #waiting = new Map<string, Use[]>();
  #timer: NodeJS.Timeout | undefined;

  constructor({ database, clock, atClose }: Services) {
    this.#database = database;
    this.#now = () => clock.now();
    atClose.push(() => this.#save());
  }

  note(identity: Identity): void {
    const { usedAt: before, organizationId } = identity;
    const at = this.#now();
    if (before && at.getTime() - before.getTime() <= TOUCH_MS) return;
    // Kept in memory at once, so that the next request does not note it again.
    identity.usedAt = at;
    const waiting = this.#waiting.get(organizationId);
    if (waiting) waiting.push({ at, identity, before });
    else this.#waiting.set(organizationId, [{ at, identity, before }]);
    this.#timer ??= setTimeout(() => void this.#save(), GATHER_MS).unref();
  }

  async #save(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const [organizationId, uses] of waiting) {
      const used = uses.map(({ at, identity: { credentialId } }) => ({ credentialId, at }));
      await this.#database
        .transaction((tx) => updateKeyUses(tx, organizationId, used, TOUCH_MS), { organizationId })
        .catch((error) => {
          // The next request of each notes it again.
          for (const { identity, before } of uses) identity.usedAt = before;
          this.#database.availability.logFailure(error, 'the time of the last use of keys could not be stored');
        });
    }
  }
}

const keyUses = perServices((services) => new KeyUses(services));

/** Notes that a key has opened something. Those of browsers say so themselves (`sessions/read-session.ts`). */
export function noteKeyUse(services: Services, identity: Identity): void {
  keyUses(services).note(identity);
}
