import { createHash, createHmac } from 'node:crypto';

/** The header by which Twilio proves that a form is its own. */
export function twilioSignature(url: string, token: string, fields: Record<string, string>): string {
  const text = Object.keys(fields)
    .sort()
    .reduce((whole, name) => whole + name + fields[name], url);
  return createHmac('sha1', token).update(text).digest('base64');
}

/** Posts a form as Twilio does, signed with the account's token. */
export function postAsTwilio(url: string, token: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'x-twilio-signature': twilioSignature(url, token, fields) },
    body: new URLSearchParams(fields),
  });
}

/** The header by which Vonage proves that a body is its own. */
export function vonageToken(secret: string, text: string, claims: object = {}): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const payload_hash = createHash('sha256').update(text).digest('hex');
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iat: Math.floor(Date.now() / 1000), payload_hash, ...claims })}`;
  return `Bearer ${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** Posts JSON as Vonage does, with a token for this body. */
export function postAsVonage(url: string, secret: string, body: object, claims: object = {}): Promise<Response> {
  const text = JSON.stringify(body);
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: vonageToken(secret, text, claims) },
    body: text,
  });
}
