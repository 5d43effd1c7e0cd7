import { Type } from 'typebox';
import { bounded, NOT_INSTRUCTIONS } from './answer.ts';
import { getTaskBy, namesOfWorkers, TaskName, taskLine } from './task-view.ts';
import { ToolRefusal, writingTool } from './tool.ts';

export const messageRecipientTool = writingTool({
  title: 'Write to the recipient of a task',
  about:
    "Shows an SMS to a task's recipient, as it would be sent after the organization's name. Nothing is sent before confirm, and nothing if the task has another recipient by then; at night it waits for the morning.",
  side: 'dispatch',
  params: { task: TaskName, text: Type.String({ minLength: 1, maxLength: 480, description: 'Text of the SMS.' }) },
  async plan(request, { task: id, text }) {
    const task = await getTaskBy(request, id);
    const [recipient] = task.recipients;
    if (!recipient) throw new ToolRefusal('The task has no recipient.');
    const names = await namesOfWorkers(request, [task.worker]);
    return {
      preview: {
        note: NOT_INSTRUCTIONS,
        task: taskLine(task, names),
        recipient: { name: bounded(recipient.name, 100), phone: recipient.phone },
        text,
      },
      call: {
        operation: `POST /api/v2/tasks/${task.id}/recipient/messages`,
        given: { text, phone: recipient.phone },
        target: `task ${task.id}`,
      },
    };
  },
  done: ({ phone }) => ({ phone }),
});
