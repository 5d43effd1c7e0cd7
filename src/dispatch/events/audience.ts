/** Whose list something is in. */
export interface ListOwner {
  type: 'ORGANIZATION' | 'TEAM' | 'WORKER';
  id: string;
}

/**
 * Audience tags of what is in lists, or was until now: those who manage some teams only are told of what these teams and
 * their workers have (`team:ID`, `worker:ID`), and of what nobody has yet (`unassigned`).
 */
export function audienceOfLists(...owners: readonly ListOwner[]): string[] {
  const tagOf = ({ type, id }: ListOwner) =>
    type === 'ORGANIZATION' ? 'unassigned' : `${type === 'TEAM' ? 'team' : 'worker'}:${id}`;
  return ['organization', ...new Set(owners.map(tagOf))];
}
