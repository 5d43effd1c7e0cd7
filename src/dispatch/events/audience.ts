/** Owner of the list that contains something. */
export interface ListOwner {
  type: 'ORGANIZATION' | 'TEAM' | 'WORKER';
  id: string;
}

/** The container of a task, as the API shows it. */
interface TaskContainer {
  type: ListOwner['type'];
  team?: string;
  worker?: string;
}

/** Place of a task or route plan. */
export interface LivePlace {
  worker: string | null;
  container: TaskContainer;
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

/** The places that the audience of an event names. */
export function placesOf(audience: readonly string[]): LivePlace[] {
  return audience.flatMap((tag): LivePlace[] => {
    if (tag === 'unassigned') return [{ worker: null, container: { type: 'ORGANIZATION' } }];
    const [, type, id] = /^(team|worker):(.+)$/.exec(tag) ?? [];
    if (!id) return [];
    return type === 'team'
      ? [{ worker: null, container: { type: 'TEAM', team: id } }]
      : [{ worker: id, container: { type: 'WORKER', worker: id } }];
  });
}
