import type {
  WatchLiveChanges,
  WatchLiveEnd,
  WatchLiveHead,
  WatchLivePositions,
  WatchLiveReady,
  WatchLiveSnapshot,
} from '../wire/dispatch.ts';
import { applyChange, applyPositions, Gap, put } from './apply.ts';
import { type DispatchState, emptyState, type Touched } from './state.ts';

/** A frame of `GET /api/v2/live`, as the stream's reader hands it over. */
export interface LiveFrame {
  id?: string | undefined;
  kind: string;
  data: unknown;
}

/** State received from the stream so far. */
export class LiveState {
  /** State to show: the last complete one, also while a new snapshot arrives. */
  state: DispatchState = emptyState();
  /** Value of `Last-Event-ID` for reopening the stream. */
  lastId: string | undefined;
  /** Why the server ended the stream that was read last. */
  endReason: WatchLiveEnd['reason'] | undefined;
  /** The state that a snapshot is being read into. */
  #coming: DispatchState | undefined;

  /**
   * Takes a frame. `all` is touched when a snapshot has become the state.
   * @throws {Gap} when a list cannot be continued: the stream has to be opened again without an ID
   */
  take({ id, kind, data }: LiveFrame): Touched {
    const touched: Touched = new Set();
    switch (kind) {
      case 'snapshot':
        this.#takeSnapshot(data as WatchLiveSnapshot);
        break;
      case 'changes':
        this.#takeChanges(data as WatchLiveChanges, touched);
        break;
      case 'ready':
        this.#takeReady(data as WatchLiveReady, touched);
        break;
      case 'head':
        this.state.event = (data as WatchLiveHead).event;
        break;
      case 'positions':
        applyPositions(this.state, data as WatchLivePositions, touched);
        break;
      case 'end':
        this.endReason = (data as WatchLiveEnd).reason;
        break;
      default:
    }
    if (id !== undefined) this.lastId = id;
    return touched;
  }

  #takeSnapshot({ kind, items, first, completedSince = 0 }: WatchLiveSnapshot): void {
    if (first) this.#coming = { ...emptyState(), completedSince };
    if (this.#coming) for (const item of items) put(this.#coming, { kind, item }, new Set());
  }

  #takeChanges({ event, changes }: WatchLiveChanges, touched: Touched): void {
    const state = this.#coming ?? this.state;
    for (const change of changes) applyChange(state, change, this.#coming ? new Set() : touched);
    if (!this.#coming) state.event = event;
  }

  #takeReady({ event, sight, resumed }: WatchLiveReady, touched: Touched): void {
    if (!resumed && !this.#coming) throw new Gap('the beginning of the snapshot was missed');
    if (!resumed && this.#coming) {
      // Positions come by themselves, those of workers who are still there are as good as they were.
      const { positions, devices } = this.state;
      this.state = this.#coming;
      for (const id of this.state.workers.keys()) {
        if (positions.has(id)) this.state.positions.set(id, positions.get(id)!);
        if (devices.has(id)) this.state.devices.set(id, devices.get(id)!);
      }
      touched.add('all');
    }
    this.#coming = undefined;
    this.endReason = undefined;
    this.state.sight = sight.teams;
    this.state.event = event;
  }

  /** The stream has ended: a snapshot that was coming is none. */
  closed(): void {
    this.#coming = undefined;
  }
}
