import assert from 'node:assert/strict';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { perServices } from '../../platform/per-services.ts';
import type { Services } from '../../platform/services.ts';
import { OrganizationLive } from './organization-live.ts';
import { findEventTime } from './queries.ts';

const TICK_MS = 1000;
/** Ticks between two words about where the log is. */
const HEAD_TICKS = 25;
/** Ticks between two looks whether a session that nobody ended has run out. */
const RECHECK_TICKS = 60;
/** Ticks without a stream after which an organization is let go. */
const IDLE_TICKS = 60;

/**
 * All live views of this process.
 *
 *     organization:  absent ──asked for──▶ opening ──at the head of the log──▶ ready ──over, or idle for a minute──▶ absent
 *                       ▲                     │
 *                       └────── failed ───────┘
 *
 * An organization has one view at most, so its log is read once.
 */
class LiveHub {
  readonly #services: Services;
  readonly #organizations = new Map<string, Promise<OrganizationLive>>();
  readonly #ready = new Map<string, OrganizationLive>();
  #timer: NodeJS.Timeout | undefined;
  #ticks = 0;

  constructor(services: Services) {
    this.#services = services;
    services.feed.listen((events) => this.#ready.get(events[0]!.organizationId)?.accept(events));
    services.feed.onForget((organizationIds) => {
      for (const id of organizationIds) this.#end(id);
    });
    services.feed.onInterruption(() => {
      for (const id of [...this.#ready.keys()]) this.#end(id);
    });
    services.closing.addEventListener('abort', () => {
      clearInterval(this.#timer);
      for (const live of this.#ready.values()) live.endAll('closing');
    });
  }

  /** Returns the live state that serves the watchers of an organization. */
  async organization(organizationId: string): Promise<OrganizationLive> {
    let opening = this.#organizations.get(organizationId);
    if (!opening) {
      opening = this.#open(organizationId);
      this.#organizations.set(organizationId, opening);
      opening.catch(() => this.#organizations.delete(organizationId));
    }
    const live = await opening;
    live.askedAt = this.#ticks;
    return live;
  }

  async #open(organizationId: string): Promise<OrganizationLive> {
    const { feed, database } = this.#services;
    const follower = await feed.follow(organizationId);
    // The head may move while its time is asked for: the time must be that of the event.
    for (;;) {
      const event = follower.head;
      const at = follower.mark?.at ?? (await findEventTime(database.reader.of(organizationId), event))?.getTime() ?? 0;
      const url = await organizationUrl(this.#services, organizationId);
      if (follower.head !== event) continue;
      const live = new OrganizationLive(this.#services, organizationId, { event, at, url });
      assert.ok(!this.#ready.has(organizationId), 'an organization has one live view');
      this.#ready.set(organizationId, live);
      // Whatever ended it: who comes next is served by another.
      live.over.signal.addEventListener('abort', () => this.#drop(live));
      this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref();
      return live;
    }
  }

  #end(organizationId: string): void {
    const live = this.#ready.get(organizationId);
    if (!live) return;
    live.endAll('unavailable');
  }

  #drop(live: OrganizationLive): void {
    if (this.#ready.get(live.organizationId) !== live) return;
    this.#ready.delete(live.organizationId);
    this.#organizations.delete(live.organizationId);
    if (this.#ready.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #tick(): void {
    this.#ticks++;
    for (const live of [...this.#ready.values()]) {
      if (live.watchers.size === 0 && this.#ticks - live.askedAt > IDLE_TICKS) {
        this.#drop(live);
        continue;
      }
      // Followed as long as somebody watches; an organization that nobody asks for is let go.
      this.#services.feed.followed(live.organizationId);
      void live.sendPositions();
      if (this.#ticks % HEAD_TICKS === 0) live.sendHeads();
      if (this.#ticks % RECHECK_TICKS === 0) live.recheckAll();
    }
  }
}

export const liveHub = perServices((services) => new LiveHub(services));
