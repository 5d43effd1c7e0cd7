/**
 * The groups that every organization has, widest first: each holds the people of a role and, as its one subgroup,
 * the next. `role:nobody` stands apart and is empty.
 */
export const systemGroups = [
  { name: 'role:internet', description: 'Everyone on the Internet' },
  { name: 'role:everyone', description: 'Everyone in this organization, including guests' },
  { name: 'role:members', description: 'Members of this organization, not including guests' },
  {
    name: 'role:fullmembers',
    description: 'Members of this organization, not including new accounts and guests',
  },
  { name: 'role:moderators', description: 'Moderators of this organization' },
  { name: 'role:administrators', description: 'Administrators of this organization, including owners' },
  { name: 'role:owners', description: 'Owners of this organization' },
  { name: 'role:nobody', description: 'Nobody' },
] as const;

export type SystemGroupName = (typeof systemGroups)[number]['name'];
