import { foreignText, link, plainLine } from '../messages/foreign-text.ts';
import type { ForeignPayload } from './event-text.ts';
import { hmac, isSameText } from './signature.ts';
import type { WebhookFormat, WebhookReading } from './webhook-message.ts';

const SIGNS: readonly [ending: RegExp, sign: string][] = [
  [/(?:failed|past_due|expired|uncollectible|action_required)$/, '❌'],
  [/dispute/, '⚠️'],
  [/(?:succeeded|paid|completed|captured)$/, '✅'],
];

/** Amounts of these come with two digits, though they are written without. */
const TWO_DIGITS = new Set(['ISK', 'UGX']);

/** @param units the currency's smallest unit, as Stripe counts */
function money(units: unknown, currency: unknown): string {
  const code = foreignText(currency).toUpperCase();
  if (typeof units !== 'number' || !/^[A-Z]{3}$/.test(code)) return '';
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code });
  const digits = TWO_DIGITS.has(code) ? 2 : (format.resolvedOptions().maximumFractionDigits ?? 2);
  return `${(units / 10 ** digits).toFixed(digits)} ${code}`;
}

/** Stripe's events. Every type is told in the same way: what happened, to which object, how much, for whom. */
function read({ id, type, livemode, data }: ForeignPayload): WebhookReading {
  const event = plainLine(type);
  const object = data?.object;
  if (event === '' || typeof object !== 'object' || object === null) return 'unknown';
  const sign = SIGNS.find(([ending]) => ending.test(event))?.[1] ?? 'ℹ️';
  const [subject = '', ...happened] = event.split('.').map((word) => word.replaceAll('_', ' '));
  const address = `https://dashboard.stripe.com/${livemode === true ? '' : 'test/'}events/${plainLine(id)}`;
  const who = plainLine(object.customer_name ?? object.billing_details?.name ?? object.name);
  const amount = object.amount_due ?? object.amount_total ?? object.amount;
  const why = plainLine(object.failure_message ?? object.last_payment_error?.message ?? object.reason);
  const facts = [
    money(amount, object.currency),
    who && `for ${who}`,
    plainLine(object.number ?? object.id),
    why && `“${why}”`,
  ].filter((fact) => fact !== '');
  const content = `${sign} ${link(`${subject}: ${happened.join(', ')}`, address)} – ${facts.join(', ')}`;
  return { topic: `Stripe / ${subject}`, content };
}

/** `Stripe-Signature: t=…,v1=…[,v1=…]`: HMAC-SHA-256 of time, dot and body. What comes again is known by its ID, so its age is no matter. */
function isSigned(secret: string, body: Buffer, signature: string): boolean {
  const parts = signature.split(',').map((part) => part.trim().split('=', 2));
  const at = parts.find(([key]) => key === 't')?.[1] ?? '';
  const wanted = hmac(secret, Buffer.concat([Buffer.from(`${at}.`), body]), 'hex');
  return parts.some(([key, value]) => key === 'v1' && isSameText(value, wanted));
}

export const stripe: WebhookFormat = {
  title: 'Stripe',
  names: ['stripe'],
  read,
  isSigned: (secret, body, headers) => isSigned(secret, body, foreignText(headers['stripe-signature'])),
  deliveryId: (payload) => (payload as ForeignPayload).id,
};
