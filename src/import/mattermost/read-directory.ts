import { IANAZone } from 'luxon';
import { Role } from '../../chat/http/caller.ts';
import type { ImportedPerson } from '../../chat/imports/imported.ts';
import { type Addresses, placeholder } from '../addresses.ts';
import { type JsonObject, objectOf, objectsOf, storableText } from '../json.ts';
import { fullNameOf } from '../names.ts';
import type { Report } from '../report.ts';
import { accountName } from './read-post.ts';

/** A channel of the export. */
export interface MattermostChannel {
  id: string;
  name: string;
  shownName: string;
  description: string;
  isPrivate: boolean;
  isArchived: boolean;
  members: Set<string>;
}

export const channelId = (team: unknown, channel: unknown): string => `${accountName(team)}/${accountName(channel)}`;

/** Channels that a person is a member of. */
export const channelsOf = (user: JsonObject): string[] =>
  objectsOf(user.teams).flatMap((team) => objectsOf(team.channels).map(({ name }) => channelId(team.name, name)));

/** Reads a line of the type `channel`. */
export function readChannel(raw: JsonObject): MattermostChannel {
  const name = accountName(raw.name);
  return {
    id: channelId(raw.team, raw.name),
    name,
    shownName: storableText(raw.display_name) || name,
    description: storableText(raw.purpose) || storableText(raw.header),
    isPrivate: storableText(raw.type) === 'P',
    isArchived: Number(raw.deleted_at ?? raw.delete_at) > 0,
    members: new Set(),
  };
}

/** Reads a line of the type `user` or `bot`. */
export function readPerson(
  type: 'user' | 'bot',
  raw: JsonObject,
  addresses: Addresses,
  report: Report,
): ImportedPerson {
  const id = accountName(raw.username);
  const isBot = type === 'bot' || raw.is_bot === true;
  const isDeleted = Number(raw.delete_at) > 0;
  const whole = `${storableText(raw.first_name)} ${storableText(raw.last_name)}`.trim();
  const names = [whole, storableText(raw.nickname), storableText(raw.display_name), id];
  const { email, hasMailbox } = addresses.take(isBot ? '' : storableText(raw.email), id);
  const timezone = objectOf(raw.timezone);
  const zone = storableText(
    timezone.useAutomaticTimezone === 'true' ? timezone.automaticTimezone : timezone.manualTimezone,
  );
  if (isBot) report.add('bots', 'changed', 'Bots come deactivated: their programs still use the old server.');
  else if (isDeleted) report.add('people', 'changed', 'Accounts deactivated in Mattermost come deactivated.');
  else if (!hasMailbox) report.add('people', 'changed', 'People without an e-mail address cannot be invited.');
  else report.add('people', 'comes');
  return {
    sourceId: id,
    fullName: fullNameOf(names, `Mattermost ${id}`),
    email,
    hasMailbox,
    role: isBot ? Role.member : roleOf(storableText(raw.roles)),
    isBot,
    isInvitable: !isBot && !isDeleted,
    timezone: IANAZone.isValidZone(zone) ? zone : undefined,
    joinedAt: undefined,
  };
}

function roleOf(roles: string): Role {
  const given = new Set(roles.split(/\s+/));
  if (given.has('system_admin')) return Role.administrator;
  return given.has('system_guest') ? Role.guest : Role.member;
}

/** Somebody who writes in the export and has no line of their own. */
export const unlistedPerson = (name: string): ImportedPerson => ({
  sourceId: name,
  fullName: fullNameOf([name], `Mattermost ${name}`),
  email: placeholder('mattermost', name),
  hasMailbox: false,
  role: Role.member,
  isBot: false,
  isInvitable: false,
  timezone: undefined,
  joinedAt: undefined,
});
