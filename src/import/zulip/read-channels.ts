import { channelPermissionNames } from '../../chat/channels/permissions.ts';
import type { ImportedChannel, ImportedHolder, ImportedMemberSettings } from '../../chat/imports/imported.ts';
import { limits } from '../../chat/settings/realm-settings.ts';
import type { JsonObject } from '../json.ts';
import { channelNameOf, descriptionOf, UniqueNames } from '../names.ts';
import type { Report } from '../report.ts';
import type { Groups } from './read-groups.ts';
import { byId, type Tables } from './tables.ts';
import { exactTime, rowId, textIn } from './values.ts';

/** Kinds of recipients, as rows number them. */
export const RecipientType = { person: 1, channel: 2, people: 3 } as const;

/** A person, a channel or a group of people to whom messages go. */
export interface ZulipRecipient {
  type: number;
  /** ID of the person or channel. */
  target: string;
}

/** Policies in the order of their numbers in rows. */
const TOPICS_POLICIES = ['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'];

/** Older exports have a number instead of a group that may send. */
const POST_POLICIES: Readonly<Record<number, ImportedHolder>> = {
  2: { systemGroup: 'role:administrators' },
  3: { systemGroup: 'role:fullmembers' },
  4: { systemGroup: 'role:moderators' },
};

/** Recipients by ID. */
export function readRecipients(tables: Tables): Map<string, ZulipRecipient> {
  return new Map(
    [...byId(tables.get('recipient')!, 'recipient')].flatMap(([id, row]) => {
      const target = rowId(row, 'type_id');
      return target === undefined ? [] : [[id, { type: Number(row.type), target }] as const];
    }),
  );
}

/** People who are in a channel or a group conversation, by the ID of the recipient. */
export type Members = ReadonlyMap<string, ReadonlyMap<string, JsonObject>>;

/** Reads subscriptions; those that have ended are left out. */
export function readSubscriptions(
  tables: Tables,
  recipients: ReadonlyMap<string, ZulipRecipient>,
  report: Report,
): Members {
  const members = new Map<string, Map<string, JsonObject>>();
  for (const row of tables.get('subscription')!) {
    const [recipient, person] = [rowId(row, 'recipient'), rowId(row, 'user_profile')];
    const type = recipients.get(recipient ?? '')?.type;
    if (recipient === undefined || person === undefined || type === undefined) continue;
    if (type === RecipientType.channel) {
      if (row.active !== false) report.add('subscriptions', 'comes');
      else report.add('subscriptions', 'stays', 'Ended subscriptions are not imported.');
    }
    if (type === RecipientType.channel && row.active === false) continue;
    const known = members.get(recipient);
    if (known) known.set(person, row);
    else members.set(recipient, new Map([[person, row]]));
  }
  return members;
}

/** Channels, with the names by which texts know them. */
export function readChannels(
  tables: Tables,
  {
    members,
    recipients,
    groups,
  }: { members: Members; recipients: ReadonlyMap<string, ZulipRecipient>; groups: Groups },
  report: Report,
): { channels: ImportedChannel[]; idsByName: Map<string, string> } {
  const rows = byId(tables.get('stream')!, 'channel');
  const defaults = new Set(tables.get('defaultstream')!.map((row) => rowId(row, 'stream')));
  const recipientOf = new Map(
    [...recipients].flatMap(([id, { type, target }]) =>
      type === RecipientType.channel ? [[target, id] as const] : [],
    ),
  );
  const isArchived = (row: JsonObject) => row.deactivated === true;
  // A channel in use keeps its name if an archived one has the same.
  const inUseFirst = [...rows].sort(([, a], [, b]) => Number(isArchived(a)) - Number(isArchived(b)));
  const names = new UniqueNames();
  const idsByName = new Map<string, string>();
  const nameOf = new Map(
    inUseFirst.map(([id, row]) => {
      const given = textIn(row, 'name');
      if (!idsByName.has(given)) idsByName.set(given, id);
      return [id, names.take(channelNameOf(given, `Channel ${id}`), limits.maxStreamNameLength)] as const;
    }),
  );
  const channels = [...rows].map(([id, row]): ImportedChannel => {
    const name = nameOf.get(id)!;
    const isPrivate = row.invite_only === true;
    const own = members.get(recipientOf.get(id) ?? '') ?? new Map<string, JsonObject>();
    if (name === row.name) report.add('channels', 'comes');
    else report.add('channels', 'changed', 'Names are shortened to 60 characters and made unique.');
    if (Number.isSafeInteger(row.message_retention_days))
      report.add('retention periods', 'stays', 'They delete messages. Set them after you have checked the import.');
    return {
      sourceId: id,
      name,
      description: descriptionOf(textIn(row, 'description')),
      isPrivate,
      isArchived: isArchived(row),
      isDefault: defaults.has(id) && !isPrivate && !isArchived(row),
      creator: rowId(row, 'creator'),
      createdAt: exactTime(row.date_created) ?? new Date(0).toISOString(),
      members: [...own.keys()],
      memberSettings: new Map([...own].map(([person, each]) => [person, settingsOf(each)])),
      isHistoryPublic: !isPrivate || row.history_public_to_subscribers === true,
      isWebPublic: row.is_web_public === true && !isPrivate,
      topicsPolicy: topicsPolicyOf(row.topics_policy),
      permissions: permissionsOf(row, groups),
    };
  });
  return { channels, idsByName };
}

function topicsPolicyOf(value: unknown): string {
  const name = typeof value === 'number' ? TOPICS_POLICIES[value - 1] : value;
  return TOPICS_POLICIES.find((each) => each === name) ?? 'inherit';
}

function permissionsOf(row: JsonObject, groups: Groups): ImportedChannel['permissions'] {
  const found: ImportedChannel['permissions'] = {};
  for (const name of channelPermissionNames) {
    const holder = groups.holderOf(rowId(row, name));
    if (holder) found[name] = holder;
  }
  const old = POST_POLICIES[Number(row.stream_post_policy)];
  if (found.can_send_message_group === undefined && old) found.can_send_message_group = old;
  return found;
}

function settingsOf(row: JsonObject): ImportedMemberSettings {
  const flag = (name: string) => (typeof row[name] === 'boolean' ? row[name] : null);
  const color = textIn(row, 'color').toLowerCase();
  return {
    color: /^#[0-9a-f]{6}$/.test(color) ? color : undefined,
    isMuted: row.is_muted === true || row.in_home_view === false,
    pinToTop: row.pin_to_top === true,
    notifications: {
      desktop: flag('desktop_notifications'),
      audible: flag('audible_notifications'),
      push: flag('push_notifications'),
      email: flag('email_notifications'),
      wildcard_mentions: flag('wildcard_mentions_notify'),
    },
  };
}
