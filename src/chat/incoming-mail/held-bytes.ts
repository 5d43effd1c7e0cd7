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

  /** A mail of which nothing is held yet. */
  begin(organizationIds: Iterable<string>): HeldMail {
    return new HeldMail(this, organizationIds);
  }

  /** Whether so many more bytes of all fit. */
  fits(bytes: number): boolean {
    return this.#all + bytes <= this.#max;
  }

  /** Whether so many more bytes of an organization fit. */
  fitsFor(organizationId: string, bytes: number): boolean {
    return (this.#ofOne.get(organizationId) ?? 0) + bytes <= this.#maxOfOne;
  }

  /** Counts bytes that come, or, below 0, go. */
  count(bytes: number): void {
    this.#all += bytes;
  }

  /** The same for an organization. */
  countFor(organizationId: string, bytes: number): void {
    const own = (this.#ofOne.get(organizationId) ?? 0) + bytes;
    if (own > 0) this.#ofOne.set(organizationId, own);
    else this.#ofOne.delete(organizationId);
  }
}

/** Bytes held for one mail: counted once in total, and against the share of each organization that it is for. */
class HeldMail {
  readonly #all: HeldBytes;
  readonly #organizationIds: Set<string>;
  #bytes = 0;

  constructor(all: HeldBytes, organizationIds: Iterable<string>) {
    this.#all = all;
    this.#organizationIds = new Set(organizationIds);
  }

  /**
   * Holds so many more. An organization whose share is full has the mail no longer; the others go on.
   * @returns false, and nothing is held any more, where it is for nobody or all is full
   */
  take(bytes: number): boolean {
    for (const id of this.#organizationIds)
      if (!this.#all.fitsFor(id, bytes)) {
        this.#organizationIds.delete(id);
        this.#all.countFor(id, -this.#bytes);
      }
    if (this.#organizationIds.size === 0 || !this.#all.fits(bytes)) {
      this.letGo();
      return false;
    }
    for (const id of this.#organizationIds) this.#all.countFor(id, bytes);
    this.#all.count(bytes);
    this.#bytes += bytes;
    return true;
  }

  /** Whether the mail is held for an organization. */
  isFor(organizationId: string): boolean {
    return this.#organizationIds.has(organizationId);
  }

  /** Nothing of it is held any more, for anybody. */
  letGo(): void {
    for (const id of this.#organizationIds) this.#all.countFor(id, -this.#bytes);
    this.#organizationIds.clear();
    this.#all.count(-this.#bytes);
    this.#bytes = 0;
  }
}
