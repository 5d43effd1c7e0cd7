/** Holder of a permission as the chat API has it: a group's ID, or people and groups named one by one. */
export type Holders = number | { direct_members: readonly number[]; direct_subgroups: readonly number[] };

/** A group that may hold a permission. */
export interface HolderGroup {
  id: number;
  name: string;
  is_system_group: boolean;
  deactivated: boolean;
}

/** Groups that a permission can be given to (`server_supported_permission_settings`). */
export interface HolderRule {
  require_system_group: boolean;
  allow_internet_group: boolean;
  allow_nobody_group: boolean;
  allow_everyone_group: boolean;
  allowed_system_groups: readonly string[];
}

/** Groups of roles, each within the next: who has several has the widest. */
export const HOLDER_ROLES = [
  'role:owners',
  'role:administrators',
  'role:moderators',
  'role:fullmembers',
  'role:members',
  'role:everyone',
  'role:internet',
] as const;
export type RoleName = (typeof HOLDER_ROLES)[number];

const NOBODY = 'role:nobody';

/** The parts of one or several values: the widest role, groups of people, and people. */
export interface HolderParts {
  role: RoleName | undefined;
  /** IDs. */
  groups: readonly number[];
  /** IDs. */
  people: readonly number[];
}

type Groups = ReadonlyMap<number, HolderGroup>;

/** Returns who holds a permission by any of the values. */
export function partsOfHolders(groups: Groups, ...values: readonly Holders[]): HolderParts {
  const groupIds = new Set(values.flatMap((value) => (typeof value === 'number' ? [value] : value.direct_subgroups)));
  const people = new Set(values.flatMap((value) => (typeof value === 'number' ? [] : value.direct_members)));
  const named = [...groupIds].flatMap((id) => groups.get(id) ?? []);
  const roles = named.filter(({ is_system_group }) => is_system_group).map(({ name }) => name);
  return {
    role: HOLDER_ROLES.findLast((role) => roles.includes(role)),
    groups: named.filter(({ is_system_group }) => !is_system_group).map(({ id }) => id),
    people: [...people],
  };
}

/** Returns the value that names these holders, in the form in which the server stores it. */
export function holdersOf(groups: Groups, { role, groups: own, people }: HolderParts): Holders {
  const ids = [...(role ? [systemGroupId(groups, role)] : []), ...own];
  if (people.length > 0) return { direct_members: [...people], direct_subgroups: ids };
  if (ids.length === 0) return systemGroupId(groups, NOBODY);
  return ids.length === 1 ? ids[0]! : { direct_members: [], direct_subgroups: ids };
}

/** Every organization has them all. */
function systemGroupId(groups: Groups, wanted: string): number {
  for (const { id, name, is_system_group } of groups.values()) if (is_system_group && name === wanted) return id;
  throw new Error(`no group ${wanted}`);
}

/** Returns the roles that may hold a permission. */
export function allowedRoles(rule: HolderRule): RoleName[] {
  if (rule.allowed_system_groups.length > 0)
    return HOLDER_ROLES.filter((role) => rule.allowed_system_groups.includes(role));
  return HOLDER_ROLES.filter(
    (role) =>
      (role !== 'role:internet' || rule.allow_internet_group) &&
      (role !== 'role:everyone' || rule.allow_everyone_group),
  );
}
