import type { Task } from '../../wire/dispatch.ts';

/** Tasks of one area, the first to be due first. */
interface Area {
  area: string;
  tasks: readonly Task[];
}

/** Groups tasks by town, or within a single town by postal code; areas by name, tasks by the end of their window. */
export function groupsByArea(tasks: readonly Task[]): Area[] {
  const towns = grouped(tasks, ({ destination: { address } }) => address.city);
  const areas = towns.size > 1 ? towns : grouped(tasks, ({ destination: { address } }) => address.postalCode ?? '');
  return [...areas]
    .map(([area, of]) => ({ area, tasks: of.sort((a, b) => dueOf(a) - dueOf(b)) }))
    .sort((a, b) => a.area.localeCompare(b.area));
}

function grouped(tasks: readonly Task[], areaOf: (task: Task) => string): Map<string, Task[]> {
  const found = new Map<string, Task[]>();
  for (const task of tasks) {
    const area = areaOf(task);
    const of = found.get(area);
    if (of) of.push(task);
    else found.set(area, [task]);
  }
  return found;
}

const dueOf = ({ completeBefore }: Task) => completeBefore ?? Number.POSITIVE_INFINITY;
