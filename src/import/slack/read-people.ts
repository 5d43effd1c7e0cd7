import { IANAZone } from 'luxon';
import { Role } from '../../chat/http/caller.ts';
import type { ImportedPerson } from '../../chat/imports/imported.ts';
import { Addresses, placeholder } from '../addresses.ts';
import { type JsonObject, objectOf, storableText } from '../json.ts';
import { fullNameOf } from '../names.ts';
import type { Report } from '../report.ts';

/** The sender of Slack itself, who is in no list. */
const SLACKBOT = 'USLACKBOT';

function roleOf(user: JsonObject): Role {
  if (user.is_owner === true || user.is_primary_owner === true) return Role.owner;
  if (user.is_admin === true) return Role.administrator;
  return user.is_restricted === true || user.is_ultra_restricted === true ? Role.guest : Role.member;
}

/** People and bots of `users.json`. Of two with one address, the one that is in use keeps it. */
export function readPeople(users: readonly JsonObject[], report: Report): ImportedPerson[] {
  const addresses = new Addresses('slack');
  const inUseFirst = users.toSorted((a, b) => Number(a.deleted === true) - Number(b.deleted === true));
  const byId = new Map(inUseFirst.map((user) => [user.id, readPerson(user, addresses, report)]));
  return users.map(({ id }) => byId.get(id)!);
}

function readPerson(user: JsonObject, addresses: Addresses, report: Report): ImportedPerson {
  const id = storableText(user.id);
  const profile = objectOf(user.profile);
  const isBot = user.is_bot === true || id === SLACKBOT;
  const isDeleted = user.deleted === true;
  const fullName = fullNameOf(
    [user.real_name, profile.real_name, profile.display_name, user.name].map(storableText),
    `Slack ${id}`,
  );
  // A bot's address is no mailbox.
  const { email, hasMailbox } = addresses.take(isBot ? '' : storableText(profile.email), id);
  const zone = storableText(user.tz);
  if (isBot) report.add('bots', 'changed', 'Bots come deactivated: their programs still use the old server.');
  else if (isDeleted) report.add('people', 'changed', 'Accounts deleted in Slack come deactivated.');
  else if (!hasMailbox) report.add('people', 'changed', 'People without an e-mail address cannot be invited.');
  else report.add('people', 'comes');
  return {
    sourceId: id,
    fullName,
    email,
    hasMailbox,
    role: isBot ? Role.member : roleOf(user),
    isBot,
    isInvitable: !isBot && !isDeleted,
    timezone: IANAZone.isValidZone(zone) ? zone : undefined,
    joinedAt: undefined,
  };
}

/** Somebody who writes in the archive and is not in `users.json`: from another company, or an app. */
export function strangerOf(id: string, names: readonly string[], isBot: boolean): ImportedPerson {
  return {
    sourceId: id,
    fullName: fullNameOf(names, `Slack ${id}`),
    email: placeholder('slack', id),
    hasMailbox: false,
    role: Role.member,
    isBot,
    isInvitable: false,
    timezone: undefined,
    joinedAt: undefined,
  };
}
