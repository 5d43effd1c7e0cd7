import { foreignText, plainLine } from '../messages/foreign-text.ts';
import type { ForeignPayload, ReadEvent } from './event-text.ts';
import { hmac, isSameText } from './signature.ts';
import { unknownEvent } from './unknown-event.ts';
import type { WebhookFormat, WebhookReading } from './webhook-message.ts';

const MAX_ITEMS = 20;

const fullName = (person: ForeignPayload) => `${plainLine(person?.first_name)} ${plainLine(person?.last_name)}`.trim();

const itemsOf = (list: unknown) =>
  (Array.isArray(list) ? list : [])
    .slice(0, MAX_ITEMS)
    .map((item: ForeignPayload) => `\n* ${plainLine(item?.quantity)} × ${plainLine(item?.title ?? item?.name)}`)
    .join('');

/** Presents an order. Only the customer's name is shown: readers of the channel do not need addresses. */
const order =
  (happened: string, withItems = false): ReadEvent =>
  (payload) => {
    const amount = `${plainLine(payload.total_price)} ${plainLine(payload.currency)}`.trim();
    const who = fullName(payload.customer);
    const facts = [amount, who && `for ${who}`].filter((fact) => fact !== '').join(', ');
    const name = plainLine(payload.name) || `#${plainLine(payload.order_number ?? payload.id)}`;
    const items = withItems ? itemsOf(payload.line_items) : '';
    return { content: `Order ${name} ${happened}${facts && ` (${facts})`}${items === '' ? '.' : `:${items}`}` };
  };

const thing =
  (word: string, happened: string): ReadEvent =>
  (payload) => ({
    content: `${word} ${plainLine(payload.title ?? payload.name) || fullName(payload) || `#${plainLine(payload.id)}`} ${happened}.`,
  });

/** By the header `X-Shopify-Topic`; docs/guides/incoming-webhooks.md lists them. */
const events: Readonly<Record<string, ReadEvent>> = {
  'orders/create': order('was placed', true),
  'orders/paid': order('was paid'),
  'orders/fulfilled': order('was fulfilled'),
  'orders/partially_fulfilled': order('was fulfilled in part'),
  'orders/cancelled': order('was cancelled'),
  'orders/edited': ({ order_edit: edit }) => ({ content: `Order ${plainLine(edit?.order_id)} was edited.` }),
  'orders/delete': ({ id }) => ({ content: `Order ${plainLine(id)} was deleted.` }),
  'refunds/create': ({ order_id, note }) => ({
    content: `Order ${plainLine(order_id)} was refunded${plainLine(note) && `: ${plainLine(note)}`}.`,
  }),
  'disputes/create': ({ amount, currency, reason }) => ({
    content: `⚠️ A payment of ${plainLine(amount)} ${plainLine(currency)} is disputed: ${plainLine(reason)}.`,
  }),
  'fulfillments/create': ({ name, tracking_company, tracking_number }) => ({
    content: `Fulfilment ${plainLine(name)} was made (${plainLine(tracking_company)} ${plainLine(tracking_number)}).`,
  }),
  'customers/create': thing('Customer', 'was added'),
  'products/create': thing('Product', 'was added'),
  'products/delete': thing('Product', 'was deleted'),
  'app/uninstalled': thing('App of shop', 'was uninstalled'),
};
/** They come with every change of stock and every step of a checkout. */
const unheard = new Set([
  ...['orders/updated', 'products/update', 'customers/update', 'inventory_levels/update', 'fulfillments/update'],
  ...['checkouts/create', 'checkouts/update', 'carts/create', 'carts/update'],
]);

function read(payload: object, event: string, shop: string): WebhookReading {
  const topic = plainLine(shop).replace(/\.myshopify\.com$/, '') || 'Shopify';
  if (unheard.has(event)) return 'silent';
  if (!Object.hasOwn(events, event)) return unknownEvent('Shopify', event, topic);
  const comment = events[event]!(payload, '', topic);
  return comment === undefined ? 'silent' : { topic, content: comment.content };
}

export const shopify: WebhookFormat = {
  title: 'Shopify',
  names: ['shopify'],
  events: Object.keys(events),
  read: (payload, { headers }) =>
    read(payload, foreignText(headers['x-shopify-topic']), foreignText(headers['x-shopify-shop-domain'])),
  isSigned: (secret, body, headers) => isSameText(headers['x-shopify-hmac-sha256'], hmac(secret, body, 'base64')),
  deliveryId: (_payload, headers) => headers['x-shopify-webhook-id'],
};
