import { createHash } from 'node:crypto';

/** Time of whatever happens in an example: Monday, 2 March 2026, 17:00 UTC. */
export const EXAMPLE_TIME_MS = Date.UTC(2026, 2, 2, 17);
const EXAMPLE_ISO_TIME = '2026-03-02T17:00:00';
const EXAMPLE_PASSWORD = 'correct horse battery staple';
const HOUR_MS = 3_600_000;
/** Times so near to the recording move with it. */
const NEAR_MS = 60 * 24 * HOUR_MS;

const ISO_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?=Z|[+-]\d\d:\d\d)/g;
/** Seconds since 1970 in a signed address. */
const SECONDS_IN_TEXT = /\b\d{10}\b/g;
/** Folder of an upload, two letters, between its organization and its secret. */
const UPLOAD_FOLDER = /(?<=\b\d+\/)[\w-]{2}(?=\/[\w-]{24}\/)/g;
const EXAMPLE_TEMPORARY_PASSWORD = 'k7m2q9x4tn';
const EXAMPLE_DURATION_MS = 12;
const EXAMPLE_PAUSE_SECONDS = 60;
const EXAMPLE_DELAY_SECONDS = 8280;
const EXAMPLE_DELIVERY = '1042';
const EXAMPLE_EVENT = 1042;
const EXAMPLE_PIN = '4831';
const CHALLENGE_LENGTH = 64;
const EXAMPLE_FOLDER = 'ab';
const PIN_IN_TEXT = /(?<=PIN for the driver: )\d{4}/g;
const SHORT_ID = /\b[0-9a-f]{8}\b/g;
/** JSON as base64, escaped, behind `inline=`. */
const INLINE_CONFIGURATION = /(?<=[?]inline=)[\w%]+/g;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const LONG_WORD = /(?<![\w~*-])[\w~*-]{16,}(?![\w~*-])/g;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Turns answers of a server into examples that are the same each time: IDs, keys and times are others, in the same form. */
export class StableExamples {
  readonly #words = new Map<string, string>();
  readonly #shortIds = new Set<string>();
  /** Name of the example that is made, and its words so far that no other had. */
  #example = { name: '', words: 0 };
  readonly #addresses: readonly (readonly [string, string])[];
  readonly #now: number;

  /**
   * @param addresses pairs of an address of the recording and of the examples
   * @param now milliseconds since 1970 at the beginning of the recording
   */
  constructor(addresses: readonly (readonly [string, string])[], now: number) {
    this.#addresses = addresses;
    this.#now = now;
  }

  /** Returns a copy of an example in which nothing is random. @param name by which its words differ from those of others */
  example(name: string, value: unknown): unknown {
    this.#example = { name, words: 0 };
    return this.#of(value);
  }

  /** @param name of the member that has the value */
  #of(value: unknown, name = ''): unknown {
    // Eight hexadecimal digits are often a number.
    if (name === 'shortId') return this.#word(String(value));
    if (name === 'deliveryId') return EXAMPLE_DELIVERY;
    if (name === 'event' && typeof value === 'number') return EXAMPLE_EVENT;
    if (name === 'durationMs') return EXAMPLE_DURATION_MS;
    if (/^delay(Time)?$/.test(name) && typeof value === 'number') return EXAMPLE_DELAY_SECONDS;
    if (name === 'retry-after') return EXAMPLE_PAUSE_SECONDS;
    if (name === 'currentPassword') return EXAMPLE_TEMPORARY_PASSWORD;
    if (name === 'pin' && typeof value === 'string') return EXAMPLE_PIN;
    if (name === 'prefix') return EXAMPLE_FOLDER;
    // In base64 a slash may be anywhere.
    if (name === 'encrypted_push_registration') return this.#word(String(value));
    // It seals a text whose length differs.
    if (name === 'challenge') return this.#word(String(value).slice(0, CHALLENGE_LENGTH));
    if (name === 'password' && typeof value === 'string') return EXAMPLE_PASSWORD;
    if (typeof value === 'string') return this.#text(value);
    if (typeof value === 'number') return this.#number(value);
    if (Array.isArray(value)) return value.map((each) => this.#of(each));
    if (typeof value !== 'object' || value === null) return value;
    // Numbers of deliveries are those of events, of which some come by themselves.
    if ('attempts' in value && 'nextAttempt' in value) return { ...this.#members(value), id: EXAMPLE_DELIVERY };
    return this.#members(value);
  }

  #members(value: object): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(value).map(([each, member]) => [this.#words.get(each) ?? each, this.#of(member, each)]),
    );
  }

  /** Learns the short IDs of an answer, which are found in texts too. */
  note(value: unknown, name = ''): void {
    if (name === 'shortId') this.#shortIds.add(String(value));
    else if (typeof value === 'object' && value !== null)
      for (const [each, member] of Object.entries(value)) this.note(member, each);
  }

  #number(value: number): number {
    if (this.#isNow(value)) return this.#moved(value);
    return this.#isNow(value * 1000) ? this.#moved(value * 1000) / 1000 : value;
  }

  /** Moves a time to that of the examples, to the hour. */
  #moved(time: number): number {
    return EXAMPLE_TIME_MS + Math.round((time - this.#now) / HOUR_MS) * HOUR_MS;
  }

  #isNow(time: number): boolean {
    return Math.abs(time - this.#now) < NEAR_MS;
  }

  #text(value: string): string {
    let text = value;
    for (const [address, shown] of this.#addresses)
      text = text.replaceAll(address, shown).replaceAll(new URL(address).host, new URL(shown).host);
    return text
      .replaceAll(ISO_TIME, (time) => (this.#isNow(Date.parse(`${time}Z`)) ? EXAMPLE_ISO_TIME : time))
      .replaceAll(INLINE_CONFIGURATION, (inline) => this.#configuration(inline))
      .replaceAll(PIN_IN_TEXT, EXAMPLE_PIN)
      .replaceAll(SHORT_ID, (id) => (this.#shortIds.has(id) ? this.#word(id) : id))
      .replaceAll(SECONDS_IN_TEXT, (seconds) => String(this.#number(Number(seconds))))
      .replaceAll(UPLOAD_FOLDER, EXAMPLE_FOLDER)
      .replaceAll(UUID, (uuid) => this.#word(uuid))
      .replaceAll(LONG_WORD, (word) => (isRandom(word) ? this.#word(word) : word));
  }

  /** Configuration of a tracker app in an address, with the words of the examples. */
  #configuration(inline: string): string {
    const json = JSON.parse(Buffer.from(decodeURIComponent(inline), 'base64').toString());
    return encodeURIComponent(Buffer.from(JSON.stringify(this.#of(json))).toString('base64'));
  }

  /** Returns another word of the same form, by the example that has it first and the order of its words. */
  #word(word: string): string {
    const known = this.#words.get(word);
    if (known) return known;
    const bytes = createHash('sha512')
      .update(`${this.#example.name} ${this.#example.words++}`)
      .digest();
    const isHexadecimal = /^[0-9a-f-]+$/.test(word);
    const digits = isHexadecimal ? '0123456789abcdef' : DIGITS;
    const made = [...word]
      .map((letter, at) => (isHexadecimal && letter === '-' ? '-' : digits[bytes[at % 64]! % digits.length]))
      .join('');
    this.#words.set(word, made);
    return made;
  }
}

/** Returns true for IDs, keys and tokens: they have digits, or many capitals, or are longer than words that are one. */
function isRandom(word: string): boolean {
  if (/\d/.test(word) && /[A-Za-z]/.test(word)) return true;
  if (word.length < 20 || /[_-]/.test(word)) return false;
  const capitals = word.replaceAll(/[^A-Z]/g, '').length;
  return capitals > word.length / 6 || !/^[A-Z]?[a-z]+([A-Z]+[a-z]+)*$/.test(word);
}
