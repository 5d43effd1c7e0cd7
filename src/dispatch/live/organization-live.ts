import assert from 'node:assert/strict';
import { endsWithin } from '../../platform/ends-within.ts';
import type { AppendedEvent } from '../../platform/events/log.ts';
import { eventText } from '../../platform/http/event-stream.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import type { Services } from '../../platform/services.ts';
import type { LiveView } from '../sight/live-source.ts';
import { writeCursor } from './cursor.ts';
import { loadChanges, type SentChange } from './load-changes.ts';
import { Positions } from './positions.ts';
import { type SightGroup, SightGroups } from './sight-groups.ts';
import { TouchedObjects } from './touched.ts';
import type { EndReason, Watcher } from './watcher.ts';

/** Events that are read for at a time. */
const MAX_EVENTS = 500;
/** State events that follow each other closely are one reason to look who may still watch. */
const RECHECK_MS = 100;
/** A database that takes longer for positions is as good as cut off. */
const LOOK_PATIENCE_MS = 5000;

/**
 * Live state of one organization in this process: the log is read once, each touched object is loaded and serialized
 * once and sent to all watchers.
 *
 * Everything up to `position` has been loaded and sent. A new watcher joins first and then reads earlier changes
 * itself, so nothing is missed in between; an object that arrives twice is the same or a newer version.
 *
 *     idle ──accept──▶ sending, up to 500 events at a time ──nothing pending──▶ idle
 *       │                 │
 *       └─────────────────┴── the log, its notifications or the database are lost; stop ──▶ over
 *
 * `position` goes from event to event without a gap. A view that is over serves nobody again: who comes next opens
 * another one. A changed sight ends the streams and not the view.
 */
export class OrganizationLive {
  readonly organizationId: string;
  /** The last event that was sent, and when it was. */
  position: number;
  at: number;
  readonly groups: SightGroups;
  /** Everybody who has a stream open, also those whose stream is still at its beginning. */
  readonly watchers = new Set<Watcher>();
  /** The tick in which somebody asked for it last. */
  askedAt = 0;
  /** Aborted when nobody is served by this any more. */
  readonly over = new AbortController();
  readonly #services: Services;
  readonly #positions: Positions;
  /** Public URL of the organization. */
  #url: string;
  #pending: AppendedEvent[] = [];
  #isRunning = false;
  #recheckTimer: NodeJS.Timeout | undefined;
  #isLooking = false;

  constructor(services: Services, organizationId: string, head: { event: number; at: number; url: string }) {
    this.#services = services;
    this.organizationId = organizationId;
    this.position = head.event;
    this.at = head.at;
    this.#url = head.url;
    this.groups = new SightGroups(services.database.reader.of(organizationId));
    this.#positions = new Positions(services.database.reader.of(organizationId));
  }

  /** The view of what was completed since a time; of the whole organization. */
  view(completedSince: Date): Omit<LiveView, 'sight'> {
    const { database, clock } = this.#services;
    const { organizationId } = this;
    return {
      reader: database.reader.of(organizationId),
      organizationId,
      publicUrl: this.#url,
      now: clock.now(),
      completedSince,
    };
  }

  accept(events: readonly AppendedEvent[]): void {
    if (this.over.signal.aborted) return;
    this.#pending.push(...events);
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      while (this.#pending.length > 0 && !this.over.signal.aborted)
        await this.#send(this.#pending.splice(0, MAX_EVENTS));
    } catch (error) {
      this.#services.database.availability.logFailure(
        error,
        'a live view could not be continued; its clients start again',
      );
      this.endAll('unavailable');
    } finally {
      this.#isRunning = false;
    }
  }

  /** Sends what some events have changed. */
  async #send(events: readonly AppendedEvent[]): Promise<void> {
    assert.equal(events[0]!.id, this.position + 1, 'the log comes without a gap');
    const touched = new TouchedObjects();
    for (const event of events) touched.add(event);
    if (events.some(({ state }) => state)) this.#recheckSoon();
    if (touched.everything) this.#url = await organizationUrl(this.#services, this.organizationId);
    if (touched.memberships) await this.groups.refresh();
    const changes: SentChange[] = [];
    for await (const some of loadChanges(
      this.view(this.groups.completedSince(this.#services.clock.now())),
      touched,
      'spliced',
    ))
      changes.push(...some);
    for (const id of touched.deletedWorkers) this.#positions.forget(id);
    const { id, at } = events.at(-1)!;
    this.position = id;
    this.at = at.getTime();
    // Watchers who join from here on read it themselves; those who joined before end.
    if (touched.everything) this.endAll('sight_changed');
    if (changes.length > 0) for (const group of this.groups.all()) this.#sendTo(group, changes);
  }

  #sendTo(group: SightGroup, changes: readonly SentChange[]): void {
    const { inSight } = group;
    const texts = changes.map((change) => (inSight === null ? change.text : change.textFor(inSight))).filter(Boolean);
    if (texts.length === 0) return;
    const now = this.#services.clock.now().getTime();
    const text = Buffer.from(
      `event: changes\nid: ${this.cursorOf(group)}\ndata: {"event":${this.position},"at":${now},"changes":[${texts.join(',')}]}\n\n`,
    );
    for (const watcher of [...group.watchers]) watcher.deliver(text, this.position);
  }

  /** Returns the cursor of everybody in a group who has received the last frame. */
  cursorOf({ tag }: Pick<SightGroup, 'tag'>): string {
    return writeCursor({ event: this.position, at: this.at, sight: tag });
  }

  /** Sends where workers are, to those who have read what they were sent before. */
  async sendPositions(): Promise<void> {
    if (this.#isLooking || this.groups.size === 0) return;
    this.#isLooking = true;
    try {
      const look = this.#positions.refresh();
      look.catch(() => undefined);
      if (!(await endsWithin(LOOK_PATIENCE_MS, look))) throw new Error('the database took too long');
      await look;
    } catch (error) {
      this.#services.database.availability.logFailure(error, 'positions could not be read; live views start again');
      this.endAll('unavailable');
      return;
    } finally {
      this.#isLooking = false;
    }
    const now = this.#services.clock.now();
    const frames = new Map<number, Buffer | undefined>();
    for (const group of this.groups.all()) {
      frames.clear();
      for (const watcher of group.watchers) {
        if (!watcher.isIdle) continue;
        if (!frames.has(watcher.look)) {
          const data = this.#positions.frameSince(watcher.look, group.inSight, now);
          frames.set(watcher.look, data && Buffer.from(eventText({ event: 'positions', data })));
        }
        const text = frames.get(watcher.look);
        watcher.look = this.#positions.look;
        if (text) watcher.deliverMoment(text);
      }
    }
  }

  /** Says where the log is to who has heard of nothing lately: what went by concerned others. */
  sendHeads(): void {
    for (const group of this.groups.all()) {
      const behind = [...group.watchers].filter(({ event, isIdle }) => isIdle && event < this.position);
      if (behind.length === 0) continue;
      const id = this.cursorOf(group);
      const text = Buffer.from(eventText({ id, event: 'head', data: { event: this.position } }));
      for (const watcher of behind) watcher.deliver(text, this.position);
    }
  }

  #recheckSoon(): void {
    this.#recheckTimer ??= setTimeout(() => {
      this.#recheckTimer = undefined;
      this.recheckAll();
    }, RECHECK_MS);
  }

  /** Sends those away who may not watch any more, or see other things now. */
  recheckAll(): void {
    for (const watcher of this.watchers) void watcher.recheck().then((reason) => reason && watcher.end(reason));
  }

  endAll(reason: EndReason): void {
    if (reason !== 'sight_changed') {
      this.over.abort();
      clearTimeout(this.#recheckTimer);
    }
    for (const watcher of this.watchers) watcher.end(reason);
  }
}
