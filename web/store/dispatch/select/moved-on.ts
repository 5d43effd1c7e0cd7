import type { GetDispatchAnswer, LiveContainer, LiveWorker, Task } from '../../wire/dispatch.ts';

/** Tasks that changed since a plan was made, which accepting it leaves unchanged. */
export interface MovedOn {
  /** Planned tasks that were changed, went elsewhere or are gone. */
  tasks: readonly string[];
  /** Workers whose list is another one: what is new comes at its end. */
  lists: readonly string[];
  /** Workers who are not in the team any more. */
  gone: readonly string[];
}

interface Known {
  tasks: ReadonlyMap<string, Task>;
  workers: ReadonlyMap<string, LiveWorker>;
  containers: ReadonlyMap<string, LiveContainer>;
}

/** Compares a proposed plan with what is known now; the server looks once more when it is accepted. */
export function movedOn({ tasks, workers, containers }: Known, dispatch: GetDispatchAnswer): MovedOn {
  const { team, timeCreated, plan } = dispatch;
  const listOf = new Map([...containers.values()].map(({ type, owner, tasks: list }) => [`${type} ${owner}`, list]));
  const waiting = new Set(listOf.get(`TEAM ${team}`));
  const isAsItWas = (id: string) => waiting.has(id) && (tasks.get(id)?.timeLastModified ?? Infinity) <= timeCreated;
  const found = { tasks: [] as string[], lists: [] as string[], gone: [] as string[] };
  for (const route of plan?.routes ?? []) {
    const had = new Set(route.tasksBefore);
    found.tasks.push(...route.tasks.filter((id) => !had.has(id) && !isAsItWas(id)));
    if (!workers.get(route.worker)?.teams.includes(team)) found.gone.push(route.worker);
    else if ((listOf.get(`WORKER ${route.worker}`) ?? []).join() !== route.tasksBefore.join())
      found.lists.push(route.worker);
  }
  return found;
}
