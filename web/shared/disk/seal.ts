/** Data encrypted with a person's key (AES-256-GCM). */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

const AES = 'AES-GCM';
/** Bytes, as the algorithm wants it. */
const IV_LENGTH = 12;

/** A person's key, so that scripts can use it and not read it. @param text in base64url, of the server */
export function importKey(text: string): Promise<CryptoKey> {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  return crypto.subtle.importKey('raw', bytes, AES, false, ['encrypt', 'decrypt']);
}

export async function sealBytes(key: CryptoKey, bytes: BufferSource): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_LENGTH));
  return { iv, bytes: await crypto.subtle.encrypt({ name: AES, iv }, key, bytes) };
}

/** @throws when it was sealed with another key */
export function openBytes(key: CryptoKey, { iv, bytes }: Sealed): Promise<ArrayBuffer> {
  return crypto.subtle.decrypt({ name: AES, iv }, key, bytes);
}

export function seal(key: CryptoKey, value: unknown): Promise<Sealed> {
  return sealBytes(key, new TextEncoder().encode(JSON.stringify(value)));
}

/** @throws when it was sealed with another key */
export async function open<T>(key: CryptoKey, sealed: Sealed): Promise<T> {
  return JSON.parse(new TextDecoder().decode(await openBytes(key, sealed)));
}
