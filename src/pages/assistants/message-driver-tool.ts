import { Type } from 'typebox';
import { NOT_INSTRUCTIONS } from './answer.ts';
import { getTaskBy, namesOfWorkers, TaskName, taskLine } from './task-view.ts';
import { writingTool } from './tool.ts';

export const messageDriverTool = writingTool({
  title: 'Write to the driver of a task',
  about:
    "Shows a message as it would be written in a task's conversation, which its driver and the dispatchers read. Nothing is sent before confirm, and nothing if the task has another driver by then.",
  side: 'dispatch',
  params: { task: TaskName, text: Type.String({ minLength: 1, maxLength: 2000, description: 'Text of the message.' }) },
  async plan(request, { task: id, text }) {
    const task = await getTaskBy(request, id);
    const names = await namesOfWorkers(request, [task.worker]);
    return {
      preview: { note: NOT_INSTRUCTIONS, task: taskLine(task, names), text },
      call: {
        operation: `POST /api/v2/tasks/${task.id}/conversation/messages`,
        given: { text, worker: task.worker },
        target: `task ${task.id}`,
      },
    };
  },
  done: ({ message }) => ({ messageId: message.id }),
});
