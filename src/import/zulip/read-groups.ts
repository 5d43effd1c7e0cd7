import type { ImportedGroup, ImportedHolder } from '../../chat/imports/imported.ts';
import { type SystemGroupName, systemGroups } from '../../chat/settings/system-groups.ts';
import { checkGroupDescription, checkGroupName } from '../../chat/user-groups/names.ts';
import { userGroupPermissionNames } from '../../chat/user-groups/permissions.ts';
import type { JsonObject } from '../json.ts';
import { UniqueNames } from '../names.ts';
import type { Report } from '../report.ts';
import { byId, type Tables } from './tables.ts';
import { exactTime, rowId, textIn } from './values.ts';

/** Characters of a group's name. */
const MAX_NAME = 100;

/** Groups of the export, and what a permission means that names one. */
export interface Groups {
  groups: ImportedGroup[];
  /** Undefined: the row names none. */
  holderOf(id: string | undefined): ImportedHolder | undefined;
}

/**
 * Reads groups. Those that every organization has are not imported; those without a name hold one permission each.
 * @throws {ArchiveError} for a group that is there twice
 */
export function readGroups(tables: Tables, report: Report): Groups {
  // Newer exports have the named ones in a table of their own.
  const named = tables.get('namedusergroup')!;
  const rows = byId(named.length > 0 ? named : tables.get('usergroup')!, 'group', 'usergroup_ptr');
  const members = pairsIn(tables.get('usergroupmembership')!, 'user_group', 'user_profile');
  const subgroups = pairsIn(tables.get('groupgroupmembership')!, 'supergroup', 'subgroup');
  const systemNames = new Map<string, SystemGroupName>();
  for (const [id, row] of rows) {
    // Older exports have a mark before the name.
    const given = textIn(row, 'name').replace(/^@/, '');
    const system = systemGroups.find(({ name }) => row.is_system_group === true && name === given);
    if (system) systemNames.set(id, system.name);
  }
  const isOwn = (row: JsonObject) => row.is_system_group !== true;
  const ref = (id: string) => {
    const systemGroup = systemNames.get(id);
    return systemGroup === undefined ? id : { systemGroup };
  };
  const holderOf = (id: string | undefined): ImportedHolder | undefined => {
    if (id === undefined) return undefined;
    const systemGroup = systemNames.get(id);
    if (systemGroup !== undefined) return { systemGroup };
    if (rows.has(id) && isOwn(rows.get(id)!)) return { group: id };
    // Without a name it is a list of its own. One that is empty, or not there, is nobody: a default may be everyone.
    return { people: members.get(id) ?? [], groups: (subgroups.get(id) ?? []).map(ref) };
  };
  const names = new UniqueNames();
  // They are there already.
  for (const { name } of systemGroups) names.take(name, MAX_NAME);
  const groups = [...rows].flatMap(([id, row]): ImportedGroup[] => {
    if (!isOwn(row)) return [];
    const name = names.take(nameOf(textIn(row, 'name'), id), MAX_NAME);
    if (name === row.name) report.add('user groups', 'comes');
    else
      report.add(
        'user groups',
        'changed',
        'Characters that Hubbub does not allow in names are removed, and names are made unique.',
      );
    return [
      {
        sourceId: id,
        name,
        description: checkGroupDescription([...textIn(row, 'description')].slice(0, 1000).join('')),
        isDeactivated: row.deactivated === true,
        creator: rowId(row, 'creator'),
        createdAt: exactTime(row.date_created),
        members: members.get(id) ?? [],
        subgroups: (subgroups.get(id) ?? []).map(ref),
        permissions: Object.fromEntries(
          userGroupPermissionNames.flatMap((each) => {
            const holder = holderOf(rowId(row, each));
            return holder ? [[each, holder]] : [];
          }),
        ),
      },
    ];
  });
  return { groups: withoutCircles(groups), holderOf };
}

/** Lists of the second member by the first. */
function pairsIn(rows: readonly JsonObject[], first: string, second: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const row of rows) {
    const [one, other] = [rowId(row, first), rowId(row, second)];
    if (one === undefined || other === undefined) continue;
    const known = found.get(one);
    if (known) known.push(other);
    else found.set(one, [other]);
  }
  return found;
}

function nameOf(given: string, id: string): string {
  const clean = given
    .replaceAll(/[\p{Cc}\p{Cn}\p{Cs}]/gu, '')
    .replace(/^(?:@|role:|user:|stream:|channel:|\s)+/i, '')
    .trim();
  return checkGroupName([...clean].slice(0, MAX_NAME).join('').trim() || `Group ${id}`);
}

/**
 * A group that holds itself, through others too, would never end: what closes a circle is left out. Each group is looked at once,
 * however many hold it.
 */
export function withoutCircles<Group extends Pick<ImportedGroup, 'sourceId' | 'subgroups'>>(
  groups: readonly Group[],
): Group[] {
  const given = new Map(groups.map(({ sourceId, subgroups }) => [sourceId, subgroups]));
  const found = new Map<string, ImportedGroup['subgroups'][number][]>();
  /** Groups that hold the one that is looked at. */
  const around = new Set<string>();
  const open: { id: string; next: number }[] = [];
  const enter = (id: string) => {
    found.set(id, []);
    around.add(id);
    open.push({ id, next: 0 });
  };
  for (const { sourceId } of groups) {
    if (!found.has(sourceId)) enter(sourceId);
    for (let at = open.at(-1); at !== undefined; at = open.at(-1)) {
      const each = given.get(at.id)?.[at.next++];
      if (each === undefined) {
        around.delete(at.id);
        open.pop();
        continue;
      }
      if (typeof each === 'string' && around.has(each)) continue;
      found.get(at.id)!.push(each);
      if (typeof each === 'string' && !found.has(each)) enter(each);
    }
  }
  return groups.map((group) => ({ ...group, subgroups: found.get(group.sourceId)! }));
}
