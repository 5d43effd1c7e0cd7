import { type KeyObject, sign } from 'node:crypto';

/** A JSON web token (RFC 7519), signed by ES256 or RS256. */
export function signJwt(algorithm: 'ES256' | 'RS256', key: KeyObject, header: object, claims: object): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${encode({ alg: algorithm, ...header })}.${encode(claims)}`;
  // RFC 7518, 3.4: the two numbers of an ECDSA signature side by side, not in DER.
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}
