const AES = 'AES-GCM';
const IV_LENGTH = 12;

/** A text sealed by a {@link Pad}, as text. */
export interface Padded {
  iv: string;
  bytes: string;
}

/** A key stream that seals one text at once, for a page that ends before anything asynchronous does. It is made ahead, and used once. */
export interface Pad {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly stream: Uint8Array;
}

/** Makes a pad of a person's key. @param length bytes of the longest text */
export async function makePad(key: CryptoKey, length: number): Promise<Pad> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_LENGTH));
  return { iv, stream: await streamOf(key, iv, length) };
}

/** Seals a text without waiting; undefined where it is longer than the pad. */
export function sealAtOnce({ iv, stream }: Pad, text: string): Padded | undefined {
  const bytes = new TextEncoder().encode(text);
  return bytes.length > stream.length ? undefined : { iv: toBase64(iv), bytes: toBase64(mixed(bytes, stream)) };
}

/** @throws when what it opens is no JSON: it was sealed with another key */
export async function openPadded<T>(key: CryptoKey, padded: Padded): Promise<T> {
  const bytes = fromBase64(padded.bytes);
  const stream = await streamOf(key, fromBase64(padded.iv), bytes.length);
  return JSON.parse(new TextDecoder().decode(mixed(bytes, stream)));
}

/** Returns the bytes that the cipher mixes into a text: those it makes of zeros. */
async function streamOf(key: CryptoKey, iv: Uint8Array<ArrayBuffer>, length: number): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.encrypt({ name: AES, iv }, key, new Uint8Array(length)), 0, length);
}

function mixed(bytes: Uint8Array, stream: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(bytes, (byte, n) => byte ^ stream[n]!);
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
