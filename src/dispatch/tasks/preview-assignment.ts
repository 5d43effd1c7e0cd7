import { findCandidate } from '../assignment/auto-assign.ts';
import { explainDecision } from '../assignment/explain-decision.ts';
import { findNearbyWorkers } from '../assignment/nearby.ts';
import { AssignmentPreview, presentPreview, workersIn } from '../assignment/present.ts';
import { dispatchOperation } from '../http/operation.ts';
import { unseenAmong } from '../sight/access.ts';
import { accessTask } from './access.ts';
import { resolveAutoAssign } from './create/resolve-input.ts';
import { dependencyGroupOf } from './dependency-group.ts';
import { locatedTasks } from './destination-queries.ts';
import { AutoAssignInput } from './input.ts';

export const previewAssignment = dispatchOperation({
  method: 'POST',
  path: '/tasks/:taskId/assignment/preview',
  summary: 'Preview whom automatic assignment would choose for a task now, and why. Nothing is changed',
  access: 'apiKey',
  ids: ['taskId'],
  body: AutoAssignInput,
  answer: AssignmentPreview,
  errors: [1402],
  onlyReads: () => true,
  async write({ tx, services, caller }, { path, body }) {
    const { id, lon, lat, skills: own } = await accessTask(tx, path.taskId!);
    const options = await resolveAutoAssign(tx, caller, body);
    // Nobody is near to the middle of a city.
    if (!(await locatedTasks(tx, [id])).has(id))
      return presentPreview(explainDecision(undefined, options, null), new Set());
    const group = options.considerDependencies
      ? await dependencyGroupOf(tx, caller, id)
      : { workers: [] as readonly string[], skills: [] as readonly string[] };
    const { workers } = group;
    const skills = [...new Set([...own, ...group.skills])];
    const nearby = await findNearbyWorkers(tx, services, [lon, lat], skills);
    const related =
      workers.length > 0
        ? await findCandidate(tx, services, [lon, lat], options, { among: workers, skills, nearby })
        : undefined;
    const candidate = related ?? (await findCandidate(tx, services, [lon, lat], options, { skills, nearby }));
    const decision = explainDecision(nearby, options, candidate?.owner.id ?? null);
    return presentPreview(decision, await unseenAmong(tx, caller, workersIn([decision])));
  },
});
