/** Bytes of mails that are being received or read, bounded together and for each organization. */
export class HeldBytes {
  readonly #max: number;
  readonly #maxOfOne: number;
  readonly #ofOne = new Map<string, number>();
  #all = 0;

  constructor({ max, maxOfOne }: { max: number; maxOfOne: number }) {
    this.#max = max;
    this.#maxOfOne = maxOfOne;
  }

  /** Holds so many more; false, and nothing is held, where that is more than may be. */
  take(organizationId: string, bytes: number): boolean {
    const own = (this.#ofOne.get(organizationId) ?? 0) + bytes;
    if (own > this.#maxOfOne || this.#all + bytes > this.#max) return false;
    this.#ofOne.set(organizationId, own);
    this.#all += bytes;
    return true;
  }

  giveBack(organizationId: string, bytes: number): void {
    const own = (this.#ofOne.get(organizationId) ?? 0) - bytes;
    if (own > 0) this.#ofOne.set(organizationId, own);
    else this.#ofOne.delete(organizationId);
    this.#all -= bytes;
  }
}
