import type { webhooks } from './generated/dispatch.ts';

type Bodies = { [Name in keyof webhooks]: BodyOf<webhooks[Name]> };
type BodyOf<Webhook> = Webhook extends { post: { requestBody?: { content: { 'application/json': infer Body } } } }
  ? Body
  : never;

/** Body of a delivery: `triggerName` says which one, and what its `data` holds. */
export type WebhookDelivery = Bodies[keyof Bodies];

/**
 * Returns true if a body is signed with the secret. The comparison takes the same time whatever the signature is.
 * @param body the raw body, before it is parsed
 * @param signature the header `X-Service-Signature`
 * @param secret the webhook secret of the organization, in hexadecimal digits
 */
export async function isSigned(
  body: string | Uint8Array<ArrayBuffer>,
  signature: string | null | undefined,
  secret: string,
): Promise<boolean> {
  const given = bytesOf(signature ?? '');
  const keyBytes = bytesOf(secret);
  if (!given || !keyBytes) return false;
  const key = await crypto.subtle.importKey('raw', keyBytes, { name: 'HMAC', hash: 'SHA-512' }, false, ['verify']);
  return crypto.subtle.verify('HMAC', key, given, typeof body === 'string' ? new TextEncoder().encode(body) : body);
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> | undefined {
  if (hex.length === 0 || hex.length % 2 !== 0 || /[^0-9a-f]/i.test(hex)) return undefined;
  return Uint8Array.from(hex.match(/../g)!, (digits) => Number.parseInt(digits, 16));
}

/**
 * Answers a request to your webhook address: the check at registration, 401 without a valid signature, otherwise 200
 * after `receive`. If `receive` throws, the answer is 500 and the delivery comes again later.
 */
export async function receiveWebhook(
  request: Request,
  secret: string,
  receive: (delivery: WebhookDelivery, webhookId: string | null) => unknown,
): Promise<Response> {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };
  if (request.method === 'GET') return new Response(new URL(request.url).searchParams.get('check') ?? '', { headers });
  const body = new Uint8Array(await request.arrayBuffer());
  if (!(await isSigned(body, request.headers.get('x-service-signature'), secret)))
    return new Response('The signature is missing or wrong.', { status: 401, headers });
  try {
    await receive(JSON.parse(new TextDecoder().decode(body)), request.headers.get('webhook-id'));
    return new Response('', { headers });
  } catch {
    return new Response('The delivery could not be handled.', { status: 500, headers });
  }
}
