import { hash } from 'node:crypto';
import type { AppendedEvent } from '../../platform/events/log.ts';
import { type EventStream, eventText } from '../../platform/http/event-stream.ts';
import { cachedIsOpen } from '../../platform/organizations/hosts.ts';
import { perServices } from '../../platform/per-services.ts';
import type { Services } from '../../platform/services.ts';
import { completedAfterOf, type TrackedRow } from './access.ts';
import { describeTracking } from './describe.ts';
import { presentTracking, type TrackingView } from './present.ts';
import { findMoved, findTracked } from './queries.ts';

const TICK_MS = 1000;
/** Ticks after which a task is looked at although nobody told of a change: estimates move, positions age, links run out. */
const LOOK_TICKS = 30;
/** Tasks that one statement reads. */
const CHUNK = 500;

/** A task that somebody watches. Of thousands there is little more than this in memory. */
interface Watched {
  token: string;
  organizationId: string;
  taskId: string;
  workerId: string | null;
  /** The tick of the last look. */
  lookedAt: number;
  /** {@link markOf} the view as it was sent last; empty: it is to be sent in any case. */
  sent: string;
  readonly streams: Map<EventStream, string>;
}

/**
 * Everybody who follows a delivery in this process. A task is looked at once a second at most, however many follow it, and
 * only when an event tells of it or its worker, the worker has moved, or half a minute has gone by; tasks that are due at once are
 * read by one statement.
 */
class TrackingHub {
  readonly #services: Services;
  readonly #watched = new Map<string, Watched>();
  readonly #byTask = new Map<string, Watched>();
  readonly #byWorker = new Map<string, Set<Watched>>();
  readonly #due = new Set<Watched>();
  /** Streams at the address of somebody else than the executor, who ordered the task: they end when that one is shut. */
  readonly #byOrderer = new Map<string, Set<EventStream>>();
  #timer: NodeJS.Timeout | undefined;
  #ticks = 0;
  #movedSince: Date;
  #isLooking = false;

  constructor(services: Services) {
    this.#services = services;
    this.#movedSince = services.clock.now();
    services.feed.listen((events) => this.#accept(events));
    // Changes in the meantime are unknown.
    services.feed.onForget(() => this.#allAreDue());
    services.feed.onInterruption(() => this.#allAreDue());
    services.closing.addEventListener('abort', () => clearInterval(this.#timer));
  }

  /**
   * Sends how a task is now, and each change of it from here on.
   * @param by whose address the page is at
   */
  async follow(
    row: TrackedRow,
    stream: EventStream,
    { language, by }: { language: string; by: string },
  ): Promise<void> {
    const watched = this.#watched.get(row.trackingToken) ?? this.#watch(row);
    watched.streams.set(stream, language);
    stream.onEnd(() => this.#leave(watched, stream));
    if (stream.hasEnded) return;
    if (by !== row.organizationId) await this.#noteOrderer(by, stream);
    await this.#services.feed.follow(row.organizationId);
    // Changes before the organization was followed caused no event.
    const [now] = await this.#read([watched.token]);
    if (!now) return this.#finish(watched);
    const view = markOf(now.view);
    // A look may have read later and told sooner: what differs is told once more.
    if (watched.sent !== '' && watched.sent !== view) {
      watched.sent = '';
      this.#due.add(watched);
    } else watched.sent = view;
    stream.write(this.#textOf(now.row, now.view, language));
  }

  async #noteOrderer(orderedBy: string, stream: EventStream): Promise<void> {
    const streams = this.#byOrderer.get(orderedBy) ?? new Set();
    this.#byOrderer.set(orderedBy, streams.add(stream));
    stream.onEnd(() => {
      streams.delete(stream);
      if (streams.size === 0) this.#byOrderer.delete(orderedBy);
    });
    // It may have been shut since it was looked at.
    await this.#lookAtOrderer(orderedBy);
  }

  /** Follows them as well, so that their end is heard. */
  async #lookAtOrderer(orderedBy: string): Promise<void> {
    if (await cachedIsOpen(this.#services, orderedBy)) return;
    for (const stream of this.#byOrderer.get(orderedBy) ?? []) endOver(stream);
  }

  #watch({ trackingToken: token, organizationId, id: taskId, workerId }: TrackedRow): Watched {
    const watched = { token, organizationId, taskId, workerId, lookedAt: this.#ticks, sent: '', streams: new Map() };
    this.#watched.set(token, watched);
    this.#byTask.set(taskId, watched);
    this.#addToWorker(watched);
    this.#timer ??= setInterval(() => void this.#tick(), TICK_MS).unref();
    return watched;
  }

  #leave(watched: Watched, stream: EventStream): void {
    watched.streams.delete(stream);
    if (watched.streams.size > 0 || this.#watched.get(watched.token) !== watched) return;
    this.#watched.delete(watched.token);
    this.#byTask.delete(watched.taskId);
    this.#due.delete(watched);
    this.#takeFromWorker(watched);
    if (this.#watched.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #addToWorker(watched: Watched): void {
    const { workerId } = watched;
    if (workerId === null) return;
    const own = this.#byWorker.get(workerId);
    if (own) own.add(watched);
    else this.#byWorker.set(workerId, new Set([watched]));
  }

  #takeFromWorker(watched: Watched): void {
    if (watched.workerId === null) return;
    const own = this.#byWorker.get(watched.workerId);
    own?.delete(watched);
    if (own?.size === 0) this.#byWorker.delete(watched.workerId);
  }

  #accept(events: readonly AppendedEvent[]): void {
    if (this.#watched.size === 0) return;
    for (const { organizationId, payload, audience, kind } of events) {
      if (kind === 'credentials_revoked' && (payload as { id?: unknown }).id === organizationId) {
        for (const watched of this.#watched.values())
          if (watched.organizationId === organizationId) this.#due.add(watched);
        for (const stream of this.#byOrderer.get(organizationId) ?? []) endOver(stream);
      }
      const task = this.#byTask.get(String((payload as { taskId?: unknown }).taskId));
      if (task) this.#due.add(task);
      for (const tag of audience) if (tag.startsWith('worker:')) this.#workerChanged(tag.slice('worker:'.length));
    }
  }

  #workerChanged(workerId: string): void {
    for (const watched of this.#byWorker.get(workerId) ?? []) this.#due.add(watched);
  }

  #allAreDue(): void {
    for (const watched of this.#watched.values()) this.#due.add(watched);
  }

  async #tick(): Promise<void> {
    this.#ticks++;
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      await this.#findMoved();
      for (const watched of this.#watched.values())
        if (this.#ticks - watched.lookedAt >= LOOK_TICKS) this.#due.add(watched);
      if (this.#ticks % LOOK_TICKS === 0)
        for (const orderedBy of [...this.#byOrderer.keys()]) await this.#lookAtOrderer(orderedBy);
      const due = [...this.#due];
      for (let from = 0; from < due.length; from += CHUNK) await this.#look(due.slice(from, from + CHUNK));
    } catch (error) {
      // Due views stay due.
      this.#services.database.availability.logFailure(error, 'tracking pages could not be updated');
    } finally {
      this.#isLooking = false;
    }
  }

  async #findMoved(): Promise<void> {
    const workers = [...this.#byWorker].map(([workerId, [first]]) => ({
      organizationId: first!.organizationId,
      workerId,
    }));
    if (workers.length === 0) return;
    // A report that is being committed now is of a moment ago.
    const since = this.#movedSince;
    const now = new Date(this.#services.clock.now().getTime() - 2 * TICK_MS);
    for (const { workerId } of await findMoved(this.#services.database.reader, workers, since))
      this.#workerChanged(workerId);
    this.#movedSince = now;
  }

  async #look(some: readonly Watched[]): Promise<void> {
    // Events from here on may be missing in the result: the view is due again.
    for (const watched of some) this.#due.delete(watched);
    const read = await this.#read(some.map(({ token }) => token)).catch((error: unknown) => {
      for (const watched of some) this.#due.add(watched);
      throw error;
    });
    const found = new Map(read.map((each) => [each.row.trackingToken, each]));
    for (const watched of some) {
      // Everybody has left meanwhile.
      if (this.#watched.get(watched.token) !== watched) continue;
      watched.lookedAt = this.#ticks;
      // An organization whose log went back, or that nobody else asked for, is followed again.
      void this.#services.feed.follow(watched.organizationId).catch(() => undefined);
      const now = found.get(watched.token);
      if (now) this.#send(watched, now);
      else this.#finish(watched);
    }
  }

  async #read(tokens: readonly string[]): Promise<{ row: TrackedRow; view: TrackingView }[]> {
    const { reader } = this.#services.database;
    const rows = await findTracked(reader, tokens, completedAfterOf(this.#services));
    const views = await presentTracking(reader, this.#services, rows);
    return rows.map((row, index) => ({ row, view: views[index]! }));
  }

  #send(watched: Watched, { row, view }: { row: TrackedRow; view: TrackingView }): void {
    if (row.workerId !== watched.workerId) {
      this.#takeFromWorker(watched);
      watched.workerId = row.workerId;
      this.#addToWorker(watched);
    }
    const sent = markOf(view);
    if (sent === watched.sent) return;
    watched.sent = sent;
    const texts = new Map<string, Buffer>();
    for (const [stream, language] of watched.streams) {
      if (!texts.has(language)) texts.set(language, this.#textOf(row, view, language));
      // A slow reader gets the next view; this one would only occupy memory.
      if (stream.unsent === 0) stream.write(texts.get(language)!);
      else watched.sent = '';
    }
  }

  #textOf({ country }: TrackedRow, view: TrackingView, language: string): Buffer {
    const described = describeTracking(view, { language, country, now: this.#services.clock.now() });
    return Buffer.from(eventText({ event: 'view', data: { ...view, ...described } }));
  }

  /** The task was deleted, or was completed long ago. */
  #finish(watched: Watched): void {
    for (const stream of watched.streams.keys()) endOver(stream);
  }
}

function endOver(stream: EventStream): void {
  stream.send({ event: 'over', data: {} });
  stream.end();
}

/** Tells a view from others in fewer bytes than it has. */
function markOf(view: TrackingView): string {
  return hash('sha256', JSON.stringify(view), 'base64url');
}

export const trackingHub = perServices((services) => new TrackingHub(services));
