import { signal } from '@preact/signals';
import { type LiveEvent, readStream, StreamRefused } from './event-source.ts';

/** Between tries, by how many failed before. */
const WAITS_MS = [500, 1000, 2000, 5000, 15_000];
/** A connection that held so long was a good one: a server that takes and drops them is not asked the quicker for it. */
const GOOD_MS = 15_000;
/** Until the loading of what the stream continues is given up: a network that was left answers nothing. */
const LOADING_MS = 60_000;
/** A visible tab says so at this interval; after twice as long without a word, all tabs count as hidden. */
const WATCHED_MS = 20_000;

/** Messages between tabs of one browser. */
type Message =
  | { kind: 'event'; event: LiveEvent }
  | { kind: 'heard' }
  | { kind: 'state'; closedSince: number | undefined; receivedAt: number | undefined }
  | { kind: 'handed over'; lastId: string; known: unknown; replaces: boolean }
  | { kind: 'ended' }
  | { kind: 'resumed' }
  | { kind: 'anew' }
  | { kind: 'watched' }
  | { kind: 'hello' };

interface LiveOptions {
  /** The same in all tabs that share the stream. */
  name: string;
  /**
   * Path of the stream, asked for by the holder before each try. It may first load what the stream continues, and then
   * calls {@link Live.startAfter}; it gives up when the signal is aborted. An error with the status 401 means that nobody is
   * signed in.
   */
  path: string | ((isWatched: boolean, signal: AbortSignal) => string | Promise<string>);
  /**
   * Milliseconds of silence after which the stream is lost while a tab is visible. With it, the stream is opened again when all
   * tabs become hidden or one becomes visible: `path` can ask for heartbeats that fit.
   */
  watchedSilenceMs?: number;
  onEvent(event: LiveEvent): void;
  /** Between tries at most, where being current soon is worth more requests. */
  longestWaitMs?: number;
  /** For a tab that comes later: what this one knows by its events; undefined while that is not whole. */
  handOver?(): unknown;
  /** Begins with what another tab knows. */
  takeOver?(known: unknown): void;
  /** Receives a refusal of the stream other than that nobody is signed in. After a wait the stream is requested again. */
  onRefused?(refusal: StreamRefused): void;
  /** Drops the obsolete state, in the tab that holds the stream: the next call of `path` loads it again. */
  onStartAnew?(): void;
  /** The server says that nobody is signed in: there is no stream until a tab says `resume`. */
  onSignedOut(): void;
  /** Another tab has found somebody signed in. */
  onSignedIn(): void;
}

/**
 * Live events, by one stream for all tabs of a browser: six connections to a host are all that HTTP/1.1 has. One tab holds
 * the stream (a lock of the browser's, which passes on by itself when the tab is closed or crashes) and hands events to the
 * others. Each tab knows the last event it has had, so whoever takes over goes on from there; what has no ID, and what came while a
 * page was being opened, may have passed it by.
 */
export class Live {
  /** Since when there is no stream; undefined while there is one. */
  readonly closedSince = signal<Date | undefined>(undefined);
  /** Whether this tab is the one that holds the stream. */
  readonly isHolder = signal(false);
  /** Time of the last data: a stream may be silent without being closed. */
  readonly receivedAt = signal<Date | undefined>(undefined);

  readonly #options: LiveOptions;
  /** None where the browser has no locks (an address without https): each tab has its own stream there. */
  readonly #tabs: BroadcastChannel | undefined;
  readonly #end = new AbortController();
  #reading = new AbortController();
  #lastId: string | undefined;
  #failures = 0;
  /** Time at which the last stream started to answer. */
  #openedAt: number | undefined;
  /** Number of sign-ins: refusals from before one are outdated. */
  #resumes = 0;
  /** Number of times that the known state was discarded: nobody goes on from an event that it was discarded at. */
  #discards = 0;
  /** A tab asked for what is known while that was not whole; it is told as soon as it is. */
  #isAwaited = false;
  /** Ends a wait between tries. */
  #tryNow = () => {};
  /** Time at which a tab was visible last. */
  #watchedAt = Number.NEGATIVE_INFINITY;
  /** Whether the stream was opened for a visible tab. */
  #isOpenForWatched = false;
  /** The stream is aborted only to be opened again at once. */
  #isReopening = false;

  constructor(options: LiveOptions) {
    this.#options = options;
    const { signal } = this.#end;
    addEventListener('online', () => this.#tryNow(), { signal });
    // A network that is gone closes nothing: whether the server is still reached shows when the stream is opened again.
    addEventListener('offline', () => this.#reading.abort(), { signal });
    const hasLocks = 'locks' in navigator;
    if (hasLocks) {
      this.#tabs = new BroadcastChannel(`live ${options.name}`);
      this.#tabs.onmessage = ({ data }: MessageEvent<Message>) => this.#receive(data);
      this.#post({ kind: 'hello' });
    }
    if (options.watchedSilenceMs !== undefined) this.#watch(signal);
    if (!hasLocks) {
      void this.#hold();
      return;
    }
    void navigator.locks
      .request(`live ${options.name}`, { signal }, () => this.#hold())
      .catch((error: Error) => {
        if (error.name !== 'AbortError') throw error;
      });
  }

  /** Somebody is signed in, as this tab has found. */
  resume(): void {
    this.#post({ kind: 'resumed' });
    this.#resumed();
  }

  /** Discards the known state and requests everything again. */
  startAnew(): void {
    this.#discards++;
    this.#lastId = undefined;
    if (!this.isHolder.value) {
      this.#post({ kind: 'anew' });
      return;
    }
    this.#options.onStartAnew?.();
    this.#reading.abort();
  }

  /**
   * Continues after an event: what this tab has loaded (`handOver`) is whole up to it. All tabs take that over, whatever they
   * know. For the tab that holds the stream, in `path`.
   */
  startAfter(id: string): void {
    this.#lastId = id;
    this.#handOver(true);
  }

  close(): void {
    this.#end.abort();
    // The lock passes on at once, though it was waiting for the next try or a sign-in.
    this.#tryNow();
    this.#tabs?.close();
  }

  async #hold(): Promise<void> {
    this.isHolder.value = true;
    // Whoever asked while nobody held it, or the one before was about to go.
    this.#welcome();
    while (!this.#end.signal.aborted) {
      const resumes = this.#resumes;
      const isSignedOut = await this.#read();
      if (this.#end.signal.aborted) return;
      if (this.#isReopening) {
        this.#isReopening = false;
        continue;
      }
      this.#closed();
      if (isSignedOut && this.#resumes !== resumes) continue;
      if (isSignedOut) {
        this.#post({ kind: 'ended' });
        this.#options.onSignedOut();
      }
      await this.#wait(isSignedOut ? undefined : this.#nextWait());
    }
  }

  /** @returns whether nobody is signed in */
  async #read(): Promise<boolean> {
    const { path, watchedSilenceMs } = this.#options;
    this.#reading = new AbortController();
    const signal = AbortSignal.any([this.#end.signal, this.#reading.signal]);
    const isWatched = this.#isWatched;
    this.#isOpenForWatched = isWatched;
    try {
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(LOADING_MS)]);
      const address = typeof path === 'string' ? path : await path(isWatched, inTime);
      await readStream(address, {
        after: this.#lastId,
        silenceMs: isWatched ? watchedSilenceMs : undefined,
        signal,
        onOpen: () => this.#opened(),
        onReceived: () => {
          this.receivedAt.value = new Date();
          this.#post({ kind: 'heard' });
        },
        onEvent: (event) => {
          this.#post({ kind: 'event', event });
          this.#take(event);
        },
      });
      return false;
    } catch (error) {
      if ((error as { status?: number }).status === 401) return true;
      if (error instanceof StreamRefused) this.#options.onRefused?.(error);
      return false;
    }
  }

  /** Half of it by chance: pages that lost a server at the same moment do not all come back at the same moment. */
  #nextWait(): number {
    const usual = WAITS_MS[Math.min(this.#failures++, WAITS_MS.length - 1)]!;
    const wait = Math.min(usual, this.#options.longestWaitMs ?? usual);
    return wait * (0.5 + Math.random() / 2);
  }

  #wait(milliseconds: number | undefined): Promise<void> {
    return new Promise((resolve) => {
      this.#tryNow = resolve;
      if (milliseconds !== undefined) setTimeout(resolve, milliseconds);
    });
  }

  #resumed(): void {
    this.#resumes++;
    this.#tryNow();
  }

  #opened(): void {
    this.#openedAt = performance.now();
    this.closedSince.value = undefined;
    this.#postState();
  }

  #closed(): void {
    if (this.#openedAt !== undefined && performance.now() - this.#openedAt >= GOOD_MS) this.#failures = 0;
    this.#openedAt = undefined;
    this.closedSince.value ??= new Date();
    this.#postState();
  }

  /** Tells a new tab what it has missed, now or once it is whole here. */
  #welcome(): void {
    this.#postState();
    this.#handOver(false);
  }

  /** @param replaces whether tabs that know something take it over too */
  #handOver(replaces: boolean): void {
    const { handOver } = this.#options;
    const known = handOver?.();
    this.#isAwaited = handOver !== undefined && (known === undefined || this.#lastId === undefined);
    if (known !== undefined && this.#lastId !== undefined)
      this.#post({ kind: 'handed over', lastId: this.#lastId, known, replaces });
  }

  #watch(signal: AbortSignal): void {
    const look = () => {
      if (!document.hidden) {
        this.#post({ kind: 'watched' });
        this.#watchedAt = performance.now();
      }
      this.#reopenIfWatchedOtherwise();
    };
    document.addEventListener('visibilitychange', look, { signal });
    const timer = setInterval(look, WATCHED_MS);
    signal.addEventListener('abort', () => clearInterval(timer));
    look();
  }

  /** Whether a tab is visible, or was a moment ago. */
  get #isWatched(): boolean {
    return performance.now() - this.#watchedAt < 2 * WATCHED_MS;
  }

  #reopenIfWatchedOtherwise(): void {
    if (this.#openedAt === undefined || this.#isWatched === this.#isOpenForWatched) return;
    this.#isReopening = true;
    this.#reading.abort();
  }

  #postState(): void {
    const [closedSince, receivedAt] = [this.closedSince.value?.getTime(), this.receivedAt.value?.getTime()];
    this.#post({ kind: 'state', closedSince, receivedAt });
  }

  #post(message: Message): void {
    this.#tabs?.postMessage(message);
  }

  #receive(message: Message): void {
    switch (message.kind) {
      case 'watched':
        this.#watchedAt = performance.now();
        this.#reopenIfWatchedOtherwise();
        return;
      case 'hello':
        if (this.isHolder.value) this.#welcome();
        return;
      case 'anew':
        if (this.isHolder.value) this.startAnew();
        return;
      case 'heard':
        this.receivedAt.value = new Date();
        return;
      case 'handed over':
        // Events since then come after it, on the same way.
        if (this.isHolder.value || (this.#isWhole() && !message.replaces)) return;
        this.#lastId = message.lastId;
        this.#options.takeOver?.(message.known);
        return;
      case 'event':
        // Nobody goes on from what they do not know; it is handed over.
        if (this.#isWhole()) this.#take(message.event);
        return;
      case 'ended':
        this.#options.onSignedOut();
        return;
      case 'resumed':
        this.#resumed();
        this.#options.onSignedIn();
        return;
      case 'state':
        this.closedSince.value = message.closedSince === undefined ? undefined : new Date(message.closedSince);
        // A stream may say nothing for a while; it is there all the same.
        this.receivedAt.value = newest(this.receivedAt.value, message.receivedAt);
    }
  }

  #take(event: LiveEvent): void {
    const discards = this.#discards;
    this.#options.onEvent(event);
    if (this.#discards !== discards) return;
    // Whoever knows a part only cannot go on from an event.
    if (this.#isWhole()) this.#lastId = event.id ?? this.#lastId;
    if (this.#isAwaited && this.isHolder.value && this.#isWhole() && this.#lastId !== undefined) this.#welcome();
  }

  #isWhole(): boolean {
    return !this.#options.handOver || this.#options.handOver() !== undefined;
  }
}

function newest(known: Date | undefined, reported: number | undefined): Date | undefined {
  return reported === undefined || (known && known.getTime() >= reported) ? known : new Date(reported);
}
