import type { SecretBox } from '../../platform/credentials/secret-box.ts';
import type { Reader } from '../../platform/db/reader.ts';
import type { TokenKind } from './push-device.ts';
import { loadEncryptedTargets, loadTokens } from './queries.ts';

export { loadDevices } from './queries.ts';

/** A device that pushes go to. */
export interface PushTarget {
  kind: TokenKind;
  token: string;
  /** Apple only: the app of the token. */
  appId: string | null;
  /** Device with encrypted pushes: its number here, and its encryption key. */
  encrypted: { deviceId: number; keyId: number; key: Buffer } | null;
}

/** Every device of a person that can be sent pushes. */
export async function pushTargets(reader: Reader, secrets: SecretBox, userId: number): Promise<PushTarget[]> {
  const plain = await loadTokens(reader, userId);
  const encrypted = await loadEncryptedTargets(reader, userId);
  return [
    ...plain.map((token) => ({ ...token, encrypted: null })),
    ...encrypted.map(({ deviceId, kind, appId, keyId, sealedKey, sealedToken }) => ({
      kind,
      appId,
      token: secrets.open(sealedToken),
      // The first byte says how messages are encrypted; there is one way.
      encrypted: { deviceId, keyId, key: Buffer.from(secrets.open(sealedKey), 'base64').subarray(1) },
    })),
  ];
}
