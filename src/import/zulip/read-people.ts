import { IANAZone } from 'luxon';
import { Role } from '../../chat/http/caller.ts';
import type { ImportedPerson } from '../../chat/imports/imported.ts';
import { Addresses, placeholder } from '../addresses.ts';
import type { JsonObject } from '../json.ts';
import { fullNameOf } from '../names.ts';
import type { Report } from '../report.ts';
import { byId, type Tables } from './tables.ts';
import { exactTime, rowId, textIn } from './values.ts';

const ROLES: ReadonlySet<unknown> = new Set(Object.values(Role));

/** Older exports have no roles, but what follows from them. */
function roleOf(row: JsonObject): Role {
  if (ROLES.has(row.role)) return row.role as Role;
  if (row.is_realm_owner === true) return Role.owner;
  if (row.is_realm_admin === true) return Role.administrator;
  return row.is_guest === true ? Role.guest : Role.member;
}

/**
 * People and bots of the export. Of two with one address, the one that is in use keeps it.
 * @throws {ArchiveError} for a person without an ID, or who is there twice
 */
export function readZulipPeople(tables: Tables, report: Report): ImportedPerson[] {
  const people = tables.get('userprofile')!;
  const dummies = new Set(tables.get('userprofile_mirrordummy')!);
  const rows = byId([...people, ...dummies], 'person');
  const isInUse = (row: JsonObject) => row.is_active !== false && !dummies.has(row) && row.is_mirror_dummy !== true;
  const addresses = new Addresses('zulip');
  const inUseFirst = [...rows].sort(([, a], [, b]) => Number(isInUse(b)) - Number(isInUse(a)));
  const read = new Map(
    inUseFirst.map(([id, row]) => [id, readPerson(id, row, { addresses, report, isInUse: isInUse(row) })]),
  );
  return [...rows.keys()].map((id) => read.get(id)!);
}

function readPerson(
  id: string,
  row: JsonObject,
  { addresses, report, isInUse }: { addresses: Addresses; report: Report; isInUse: boolean },
): ImportedPerson {
  const isBot = row.is_bot === true;
  const name = textIn(row, 'full_name');
  const fullName = fullNameOf([name], `Zulip ${id}`);
  // A bot's address is no mailbox.
  const { email, hasMailbox } = addresses.take(isBot ? '' : textIn(row, 'delivery_email') || textIn(row, 'email'), id);
  if (isBot) report.add('bots', 'changed', 'Bots come deactivated: their programs still use the old server.');
  else if (!isInUse) report.add('people', 'changed', 'Deactivated accounts stay deactivated.');
  else if (!hasMailbox) report.add('people', 'changed', 'People without an e-mail address cannot be invited.');
  else if (fullName !== name)
    report.add('people', 'changed', 'Characters that Hubbub does not allow in names are removed.');
  else report.add('people', 'comes');
  const zone = textIn(row, 'timezone');
  return {
    sourceId: id,
    fullName,
    email,
    hasMailbox,
    role: isBot ? Role.member : roleOf(row),
    isBot,
    isInvitable: !isBot && isInUse,
    timezone: IANAZone.isValidZone(zone) ? zone : undefined,
    joinedAt: exactTime(row.date_joined),
  };
}

/** The system's own bots, by their IDs: they come if they have written something. */
export function readSystemBots(tables: Tables): Map<string, string> {
  return new Map(
    tables.get('userprofile_crossrealm')!.flatMap((row) => {
      const id = rowId(row, 'id');
      if (id === undefined) return [];
      const words = textIn(row, 'email')
        .split('@')[0]!
        .split(/[-_.]+/);
      const name = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ');
      return [[id, textIn(row, 'full_name') || name] as const];
    }),
  );
}

/** A sender who is in no list. */
export function zulipStranger(id: string, systemBots: ReadonlyMap<string, string>): ImportedPerson {
  return {
    sourceId: id,
    fullName: fullNameOf([systemBots.get(id) ?? ''], `Zulip ${id}`),
    email: placeholder('zulip', id),
    hasMailbox: false,
    role: Role.member,
    isBot: systemBots.has(id),
    isInvitable: false,
    timezone: undefined,
    joinedAt: undefined,
  };
}
