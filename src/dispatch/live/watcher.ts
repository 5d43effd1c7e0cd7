import assert from 'node:assert/strict';
import { type EventStream, endStream } from '../../platform/http/event-stream.ts';

/** Bytes that a reader may leave unread before it is sent away: it comes back by the ID of what it has read last. */
const MAX_UNREAD = 1_048_576;

/** Why a stream ends. */
export type EndReason = 'session_ended' | 'sight_changed' | 'slow' | 'unavailable' | 'closing';

/**
 * Receives an organization's live feed.
 *
 *     held ──begin──▶ open ──end──▶ ended
 *       │                             ▲
 *       └──────────── end ────────────┘
 *
 * While held, changes gather behind the beginning, which is still being sent. Held or open, too much unread ends it. The
 * beginning may be over after the end; frames only follow each other in the order of the log.
 */
export class Watcher {
  readonly stream: EventStream;
  /** Checks whether they may go on; gives why not. */
  readonly recheck: () => Promise<EndReason | undefined>;
  /** The look at positions that they have had. */
  look = 0;
  /** The last event whose ID they have. */
  event = 0;
  #state: 'held' | 'open' | 'ended' = 'held';
  #held: Buffer[] = [];
  #heldBytes = 0;
  /** Bytes that were sent after the last frame of positions. */
  #sinceMoment = 0;

  constructor(stream: EventStream, recheck: () => Promise<EndReason | undefined>) {
    this.stream = stream;
    this.recheck = recheck;
  }

  /** Sends what all get, or holds it back until the beginning is sent. */
  deliver(text: Buffer, event: number): void {
    if (this.#state === 'ended') return;
    assert.ok(event >= this.event, 'frames follow the log');
    if (this.#state === 'held') {
      this.#held.push(text);
      this.#heldBytes += text.length;
    }
    // A frame of all positions may be larger by itself: who reads it slowly would come back to it, and be sent away, for ever.
    if (this.#heldBytes + Math.min(this.stream.unsent, this.#sinceMoment) > MAX_UNREAD) {
      this.end('slow');
      return;
    }
    if (this.#state === 'open') {
      this.stream.write(text);
      this.#sinceMoment += text.length;
    }
    this.event = event;
  }

  /** Sends what is only of the moment: to who is idle, so nothing waits before it and no second one behind it. */
  deliverMoment(text: Buffer): void {
    assert.ok(this.isIdle, 'nothing waits before a frame of the moment');
    this.#sinceMoment = 0;
    this.stream.write(text);
  }

  /** The beginning is sent: what came meanwhile follows. */
  begin(): void {
    if (this.#state === 'ended') return;
    assert.equal(this.#state, 'held', 'a stream begins once');
    for (const text of this.#held) this.stream.write(text);
    this.#sinceMoment = Number.POSITIVE_INFINITY;
    this.#become('open');
  }

  /** Whether what is only of the moment can be sent now: nothing waits before it. */
  get isIdle(): boolean {
    return this.#state === 'open' && this.stream.unsent === 0;
  }

  end(reason: EndReason): void {
    if (this.#state === 'ended') return;
    this.#become('ended');
    endStream(this.stream, reason);
  }

  #become(state: 'open' | 'ended'): void {
    this.#state = state;
    this.#held = [];
    this.#heldBytes = 0;
  }
}
