import { Type } from 'typebox';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { findKnownChannel } from '../channels/access.ts';
import { anyUser } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, json } from '../http/params.ts';
import { doSetSubscriptionSetting, type SettingColumn } from './actions.ts';
import { normalColor } from './colors.ts';
import { loadSubscriptionsOf } from './queries.ts';

const MAX_CHANGES = 1000;

const Change = Type.Object({
  stream_id: described(Id, 'ID of a channel that the caller is subscribed to.'),
  property: Type.String({ description: 'Setting to change, for example `color`, `is_muted` or `pin_to_top`.' }),
  value: Type.Union([Type.Boolean(), Type.String()], {
    description: 'New value of the setting: a colour as text, all others as booleans.',
  }),
});

const PROPERTIES: Record<string, SettingColumn> = {
  color: 'color',
  is_muted: 'is_muted',
  in_home_view: 'is_muted',
  pin_to_top: 'pin_to_top',
  desktop_notifications: 'desktop_notifications',
  audible_notifications: 'audible_notifications',
  push_notifications: 'push_notifications',
  email_notifications: 'email_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
};

export const updateSubscriptionSettings = chatOperation({
  method: 'POST',
  path: '/users/me/subscriptions/properties',
  summary: "Change the caller's own settings for channels they are subscribed to",
  access: anyUser,
  params: {
    subscription_data: json(
      Type.Array(Change, { maxItems: MAX_CHANGES, description: 'Changes, each of one setting of one channel.' }),
    ),
  },
  answer: {},
  async write({ tx, caller }, { subscription_data }) {
    const { userId } = caller;
    await tx.position();
    const facts = uncachedFacts(tx);
    const own = new Set((await loadSubscriptionsOf(tx, userId)).map(({ channelId }) => channelId));
    // Later changes of the same setting win; one statement for each setting, whatever the number of channels.
    const changes = new Map<SettingColumn, Map<number, string | boolean>>();
    for (const { stream_id, property, value } of subscription_data) {
      const column = Object.hasOwn(PROPERTIES, property) ? PROPERTIES[property] : undefined;
      if (!column) throw badRequest(`Unknown subscription property: ${property}`);
      if (!own.has(stream_id)) {
        if (!(await findKnownChannel(facts, caller, stream_id))) throw badRequest('Invalid channel ID');
        throw badRequest(`Not subscribed to channel id ${stream_id}`);
      }
      const values = changes.get(column) ?? new Map<number, string | boolean>();
      values.set(stream_id, checkValue(property, value));
      changes.set(column, values);
    }
    for (const [column, values] of changes) {
      const list = [...values].map(([channelId, value]) => ({ channelId, value }));
      await doSetSubscriptionSetting(tx, userId, column, list);
    }
    return {};
  },
});

function checkValue(property: string, value: string | boolean): string | boolean {
  if (property === 'color') {
    const color = typeof value === 'string' ? normalColor(value) : undefined;
    if (!color) throw badRequest('color is not a valid hex color code');
    return color;
  }
  if (typeof value !== 'boolean') throw badRequest(`${property} is not a boolean`);
  return property === 'in_home_view' ? !value : value;
}
