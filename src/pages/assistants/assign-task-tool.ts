import { bounded, NOT_INSTRUCTIONS } from './answer.ts';
import { assigneeOf, assigneeParams } from './assignee.ts';
import { getTaskBy, namesOfWorkers, TaskName, taskLine } from './task-view.ts';
import { ToolRefusal, writingTool } from './tool.ts';

export const assignTaskTool = writingTool({
  title: 'Assign a task',
  about:
    "Shows a task as it would be assigned: at the end of a worker's list, or to a team without a worker. Nothing is assigned before confirm, and nothing if the task has changed since.",
  side: 'dispatch',
  params: { task: TaskName, ...assigneeParams },
  async plan(request, { task: id, ...named }) {
    const task = await getTaskBy(request, id);
    const assignee = await assigneeOf(request, named);
    if (!assignee) throw new ToolRefusal('Name a worker or a team.');
    const names = await namesOfWorkers(request, [task.worker]);
    return {
      preview: {
        note: NOT_INSTRUCTIONS,
        task: taskLine(task, names),
        assignTo: { [assignee.kind]: bounded(assignee.name, 100) },
      },
      call: {
        operation: `PUT /api/v2/containers/${assignee.kind}s/${assignee.id}`,
        given: { tasks: [-1, task.id], versions: { [task.id]: task.version } },
        target: `task ${task.id}`,
      },
    };
  },
  done: ({ type, tasks }) => ({ container: String(type).toLowerCase(), tasksInIt: tasks.length }),
});
