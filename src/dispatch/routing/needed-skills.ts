import type { OpenTaskRow } from './queries.ts';

/**
 * Returns the skills that each task requires of its worker. Dependent tasks go to one worker: if one worker has all
 * skills, the tasks require them all. Otherwise each requires its own skills and those of the tasks before it.
 * @param parentsOf the tasks among the given ones that a task depends on; no circle
 * @param drivers what each driver can do
 */
export function neededSkills(
  tasks: readonly OpenTaskRow[],
  parentsOf: (id: string) => readonly string[],
  drivers: readonly (readonly string[])[],
): Map<string, string[]> {
  const own = new Map(tasks.map((task) => [task.id, task.skills]));
  const before = new Map<string, string[]>();
  const family = new Map<string, Set<string>>();
  const upward = (id: string): string[] => {
    const known = before.get(id);
    if (known) return known;
    const skills = union([own.get(id) ?? [], ...parentsOf(id).map(upward)]);
    before.set(id, skills);
    return skills;
  };
  for (const { id } of tasks) {
    const joined = new Set([id]);
    for (const parent of parentsOf(id)) for (const each of family.get(parent) ?? [parent]) joined.add(each);
    for (const each of family.get(id) ?? []) joined.add(each);
    for (const each of joined) family.set(each, joined);
  }
  const canDo = (skills: readonly string[]) => drivers.some((has) => skills.every((skill) => has.includes(skill)));
  return new Map(
    tasks.map(({ id }) => {
      const whole = union([...family.get(id)!].map((each) => own.get(each) ?? []));
      return [id, canDo(whole) ? whole : upward(id)];
    }),
  );
}

const union = (lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())].sort();
