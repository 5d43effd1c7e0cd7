/** Maximum payload of one NOTIFY: just under 8000 bytes, including the sender's name. */
const MAX_BYTES = 7800;

/**
 * Transient signals to the other processes of this database: only present listeners receive them. They use the
 * notifier's channel, batched with other announcements.
 */
export class Signals {
  readonly #listeners = new Map<string, (value: unknown) => void>();
  #pending: string[] = [];
  #onPending: () => void = () => undefined;

  /** Sends to the other processes, not to this one. @param value JSON of less than 7,8 kB, else it is dropped */
  send(topic: string, value: unknown): void {
    const text = JSON.stringify([topic, value]);
    if (Buffer.byteLength(text) > MAX_BYTES) return;
    this.#pending.push(text);
    this.#onPending();
  }

  /** Receives what other processes send. */
  listen(topic: string, listener: (value: unknown) => void): void {
    this.#listeners.set(topic, listener);
  }

  /** For the notifier: called when there is something to send. */
  onPending(wake: () => void): void {
    this.#onPending = wake;
  }

  /** For the notifier: whether there is something to send. */
  get isPending(): boolean {
    return this.#pending.length > 0;
  }

  /** For the notifier: what is to be sent now. */
  take(): string[] {
    const texts = this.#pending;
    this.#pending = [];
    return texts;
  }

  /** For the notifier: what another process sent. */
  receive(text: string): void {
    const [topic, value] = JSON.parse(text) as [string, unknown];
    this.#listeners.get(topic)?.(value);
  }
}
