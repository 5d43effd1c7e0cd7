import { Type } from 'typebox';
import { ToolRefusal, type ToolRequest } from './tool.ts';

/** Arguments that say who gets a task. */
export const assigneeParams = {
  worker: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9*~]{24}$', description: 'ID of the worker, by find_workers.' }),
  ),
  team: Type.Optional(Type.String({ maxLength: 100, description: 'Name of the team, for a task without a worker.' })),
};

/** A worker or a team. */
interface Assignee {
  kind: 'worker' | 'team';
  id: string;
  name: string;
}

/**
 * Returns the one who was named; undefined: nobody was.
 * @throws {ToolRefusal} where the person sees no such worker or team
 */
export async function assigneeOf(
  { call }: ToolRequest,
  { worker, team }: { worker?: string; team?: string },
): Promise<Assignee | undefined> {
  if (worker !== undefined && team !== undefined) throw new ToolRefusal('Name either a worker or a team.');
  if (worker !== undefined) {
    const { id, name } = await call(`GET /api/v2/workers/${worker}`, { filter: 'id,name' });
    return { kind: 'worker', id, name };
  }
  if (team === undefined) return undefined;
  const teams: { id: string; name: string }[] = await call('GET /api/v2/teams');
  const found = teams.find(({ name }) => name.toLowerCase() === team.toLowerCase());
  if (!found) throw new ToolRefusal(`There is no team “${team}”.`);
  return { kind: 'team', id: found.id, name: found.name };
}
