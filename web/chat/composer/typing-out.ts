/** Intervals at which the server wants typing notices, in milliseconds (registration, `server_typing_…`). */
export interface TypingTimes {
  /** Between two notices while somebody goes on typing. */
  startedWait: number;
  /** After the last key. */
  stoppedWait: number;
}

/** Tells the others of a conversation that somebody types here, and when they have stopped. */
export class TypingNotice {
  readonly #send: (op: 'start' | 'stop') => void;
  readonly #times: TypingTimes;
  #startedAt: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (op: 'start' | 'stop') => void, times: TypingTimes) {
    this.#send = send;
    this.#times = times;
  }

  typed(now = Date.now()): void {
    if (this.#startedAt === undefined || now - this.#startedAt >= this.#times.startedWait) {
      this.#startedAt = now;
      this.#send('start');
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.stop(), this.#times.stoppedWait);
  }

  /** The text was sent, thrown away or left. */
  stop(): void {
    clearTimeout(this.#timer);
    if (this.#startedAt === undefined) return;
    this.#startedAt = undefined;
    this.#send('stop');
  }
}
