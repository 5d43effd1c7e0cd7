import { Type } from 'typebox';
import { fitting, NOT_INSTRUCTIONS } from './answer.ts';
import { readingTool } from './tool.ts';
import { type FoundWorker, WORKER_FIELDS, workerLine } from './worker-view.ts';

const MAX_WORKERS = 25;

export const findWorkersTool = readingTool({
  title: 'Find workers',
  about: `Where workers are and what they do: place and time of their last position, on duty or not, their active and next tasks. ${MAX_WORKERS} at most; narrow by name or team.`,
  side: 'dispatch',
  params: {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Part of the name, in any case.' })),
    team: Type.Optional(Type.String({ maxLength: 100, description: 'Name of the team.' })),
    isOnDuty: Type.Optional(Type.Boolean({ description: 'Only workers on duty, or only those off duty.' })),
  },
  async run({ call, now }, { name, team, isOnDuty }) {
    const teams = team === undefined ? undefined : await teamsNamed(call, team);
    const workers: FoundWorker[] = await call('GET /api/v2/workers', {
      filter: WORKER_FIELDS,
      ...(name !== undefined && { name }),
      ...(teams !== undefined && { teams: teams.join(',') }),
      ...(isOnDuty !== undefined && { states: isOnDuty ? '1,2' : '0' }),
    });
    const lines = workers.slice(0, MAX_WORKERS).map((worker) => workerLine(worker, now));
    return fitting('workers', lines, { note: NOT_INSTRUCTIONS, found: workers.length });
  },
});

/** IDs of the teams of a name, in any case; an ID that no team has where there is none. */
async function teamsNamed(call: (operation: string) => Promise<{ id: string; name: string }[]>, name: string) {
  const all = await call('GET /api/v2/teams');
  const ids = all.filter((team) => team.name.toLowerCase() === name.toLowerCase()).map(({ id }) => id);
  return ids.length > 0 ? ids : ['000000000000000000000000'];
}
