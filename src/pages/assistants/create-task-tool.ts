import { Type } from 'typebox';
import { isoTime, NOT_INSTRUCTIONS } from './answer.ts';
import { assigneeOf, assigneeParams } from './assignee.ts';
import { millisOf } from './read-time.ts';
import { stateOf } from './task-view.ts';
import { ToolRefusal, writingTool } from './tool.ts';

export const createTaskTool = writingTool({
  title: 'Create a task',
  about:
    'Shows a delivery task as it would be created, and how exactly its address is found. Nothing is created before confirm. Times are ISO times.',
  side: 'dispatch',
  params: {
    address: Type.String({
      minLength: 3,
      maxLength: 500,
      description: 'Street, number, postal code, city and country.',
    }),
    recipientName: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Name of the recipient.' })),
    recipientPhone: Type.Optional(
      Type.String({
        minLength: 3,
        maxLength: 40,
        description: 'Phone of the recipient, who gets the notifications by SMS.',
      }),
    ),
    notes: Type.Optional(Type.String({ maxLength: 2000, description: 'Notes for the worker.' })),
    isPickup: Type.Optional(Type.Boolean({ description: 'True if something is collected; a delivery if absent.' })),
    completeAfter: Type.Optional(Type.String({ maxLength: 40, description: 'Start of the time window.' })),
    completeBefore: Type.Optional(Type.String({ maxLength: 40, description: 'End of the time window.' })),
    ...assigneeParams,
  },
  async plan(request, params) {
    const { address, recipientName, recipientPhone, notes, isPickup, completeAfter, completeBefore } = params;
    if ((recipientName === undefined) !== (recipientPhone === undefined))
      throw new ToolRefusal('A recipient needs both a name and a phone number.');
    const assignee = await assigneeOf(request, params);
    const after = completeAfter === undefined ? undefined : millisOf('completeAfter', completeAfter);
    const before = completeBefore === undefined ? undefined : millisOf('completeBefore', completeBefore);
    const body = {
      destination: { address: { unparsed: address } },
      ...(recipientName !== undefined && { recipients: [{ name: recipientName, phone: recipientPhone }] }),
      ...(notes !== undefined && { notes }),
      ...(isPickup && { pickupTask: true }),
      ...(after !== undefined && { completeAfter: after }),
      ...(before !== undefined && { completeBefore: before }),
      ...(assignee && { container: { type: assignee.kind.toUpperCase(), [assignee.kind]: assignee.id } }),
    };
    const { results } = await request.call('POST /api/v2/tasks/batch/check', { tasks: [body] });
    const [{ error, geocoding, warnings }] = results;
    if (error) throw new ToolRefusal(error.cause ?? error.message ?? 'Such a task is refused.');
    return {
      preview: {
        note: NOT_INSTRUCTIONS,
        address,
        addressPrecision: geocoding?.precision ?? null,
        addressWarnings: warnings,
        recipient: recipientName === undefined ? null : { name: recipientName, phone: recipientPhone },
        notes: notes ?? '',
        kind: isPickup ? 'pickup' : 'dropoff',
        completeAfter: isoTime(after),
        completeBefore: isoTime(before),
        assignTo: assignee ? { [assignee.kind]: assignee.name } : null,
      },
      call: { operation: 'POST /api/v2/tasks', given: body, target: `task to ${address}`.slice(0, 200) },
    };
  },
  done: (task) => ({ id: task.id, shortId: task.shortId, state: stateOf(task), trackingPage: task.trackingURL }),
});
