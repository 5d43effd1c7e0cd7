import { perServices } from '../../platform/per-services.ts';
import type { Services } from '../../platform/services.ts';
import { OFFLINE_SECONDS, type PresenceTimes } from './presence.ts';
import { loadPresences, type PresenceOfUser, savePresences } from './queries.ts';

/** Intervals at which beats are sent to other processes and written to the database. */
const TELL_MS = 500;
const SAVE_MS = 60_000;
/**
 * Number of people seen in an organization beyond which nobody's return is an event: ten thousand people would hear of
 * each of ten thousand others every morning. Clients learn of it from their next report, within a minute.
 */
export const MAX_PEOPLE_WITH_EVENTS = 1000;
/** Maximum beats per signal: some 50 bytes each. */
const BEATS_PER_SIGNAL = 100;

/** `at`: where it stands among the updates. */
type StoredPresence = PresenceTimes & { updateId: number; at: number };
/** Gaps that may be among the updates of few people. */
const MIN_GAPS = 1000;
type Beats = { organizationId: string; beats: [userId: number, active: number, connected: number][] };

/** Last presences of one organization's people, as this process knows them. */
class OrganizationPresence {
  readonly people = new Map<number, StoredPresence>();
  /** The same people in the order of their updates, with gaps where somebody was heard of again since. */
  #updates: ({ userId: number; stored: StoredPresence } | undefined)[] = [];
  /** The newest of `updateId`: milliseconds, so that a client can change the process. */
  lastUpdateId = -1;

  /** @returns whether it is news */
  take({ userId, active, connected }: PresenceOfUser, now: number): boolean {
    const known = this.people.get(userId);
    if (known && known.active >= active && known.connected >= connected) return false;
    this.lastUpdateId = Math.max(this.lastUpdateId + 1, now);
    const stored = {
      active: Math.max(known?.active ?? 0, active),
      connected: Math.max(known?.connected ?? 0, connected),
      updateId: this.lastUpdateId,
      at: this.#updates.length,
    };
    if (known) this.#updates[known.at] = undefined;
    this.people.set(userId, stored);
    this.#updates.push({ userId, stored });
    if (this.#updates.length > 2 * this.people.size + MIN_GAPS) this.#closeGaps();
    return true;
  }

  /** Yields the people with news after an update, newest first: the cost depends on the number of results. */
  *since(updateId: number): Generator<{ userId: number; stored: StoredPresence }> {
    for (let at = this.#updates.length - 1; at >= 0; at--) {
      const update = this.#updates[at];
      if (!update) continue;
      if (update.stored.updateId <= updateId) return;
      yield update;
    }
  }

  #closeGaps(): void {
    this.#updates = this.#updates.filter((update) => update !== undefined);
    this.#updates.forEach((update, at) => {
      update!.stored.at = at;
    });
  }
}

/**
 * Presence of everybody. A beat writes no row and no event: it stays in memory, goes to the other processes with others,
 * and to the database once a minute.
 */
class PresenceStore {
  readonly #services: Services;
  readonly #organizations = new Map<string, Promise<OrganizationPresence>>();
  readonly #toEmit = new Map<string, Map<number, PresenceTimes>>();
  readonly #toSave = new Map<string, Map<number, PresenceTimes>>();
  #emitTimer: NodeJS.Timeout | undefined;
  #saveTimer: NodeJS.Timeout | undefined;

  constructor(services: Services) {
    this.#services = services;
    services.signals.listen('presence', (value) => void this.#receive(value as Beats));
    services.feed.onForget((organizationIds) => {
      for (const organizationId of organizationIds) this.#organizations.delete(organizationId);
    });
    services.closing.addEventListener('abort', () => clearTimeout(this.#emitTimer));
    services.atClose.push(() => this.save());
  }

  of(organizationId: string): Promise<OrganizationPresence> {
    let known = this.#organizations.get(organizationId);
    if (!known) {
      known = this.#load(organizationId);
      this.#organizations.set(organizationId, known);
      known.catch(() => this.#organizations.delete(organizationId));
    }
    return known;
  }

  async #load(organizationId: string): Promise<OrganizationPresence> {
    const presence = new OrganizationPresence();
    for (const row of await loadPresences(this.#services.database.reader.of(organizationId)))
      presence.take(row, row.connected);
    return presence;
  }

  /** Takes a sign of life. @returns whether the person was not in use before, and others hear of it at once */
  async beat(organizationId: string, userId: number, isActive: boolean): Promise<boolean> {
    const presence = await this.of(organizationId);
    const now = this.#services.clock.now().getTime();
    const before = presence.people.get(userId);
    const times = { active: isActive ? now : (before?.active ?? 0), connected: now };
    if (!presence.take({ userId, ...times }, now)) return false;
    for (const waiting of [this.#toEmit, this.#toSave]) {
      const own = waiting.get(organizationId) ?? new Map();
      waiting.set(organizationId, own.set(userId, times));
    }
    this.#emitTimer ??= setTimeout(() => this.#emit(), TELL_MS).unref();
    this.#saveTimer ??= setTimeout(() => void this.save(), SAVE_MS).unref();
    if (presence.people.size > MAX_PEOPLE_WITH_EVENTS) return false;
    return isActive && now - (before?.active ?? 0) > OFFLINE_SECONDS * 1000;
  }

  #emit(): void {
    this.#emitTimer = undefined;
    for (const [organizationId, people] of this.#toEmit) {
      const beats = [...people].map(([userId, { active, connected }]) => [userId, active, connected] as const);
      for (let from = 0; from < beats.length; from += BEATS_PER_SIGNAL)
        this.#services.signals.send('presence', { organizationId, beats: beats.slice(from, from + BEATS_PER_SIGNAL) });
    }
    this.#toEmit.clear();
  }

  async #receive({ organizationId, beats }: Beats): Promise<void> {
    // Presence of other people is read from the database when requested.
    const known = this.#organizations.get(organizationId);
    if (!known) return;
    const presence = await known.catch(() => undefined);
    const now = this.#services.clock.now().getTime();
    for (const [userId, active, connected] of beats) presence?.take({ userId, active, connected }, now);
  }

  /** Writes what is not written yet. */
  async save(): Promise<void> {
    clearTimeout(this.#saveTimer);
    this.#saveTimer = undefined;
    const { database } = this.#services;
    const waiting = [...this.#toSave];
    this.#toSave.clear();
    for (const [organizationId, people] of waiting) {
      const presences = [...people].map(([userId, times]) => ({ userId, ...times }));
      await database
        .transaction((tx) => savePresences(tx, presences), { organizationId })
        .catch((error) => database.availability.logFailure(error, 'presence could not be stored'));
    }
  }
}

/** The presence store of this program. */
export const presenceStore = perServices((services) => new PresenceStore(services));
