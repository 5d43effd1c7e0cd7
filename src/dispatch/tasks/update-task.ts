import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { changedValues } from '../custom-fields/value.ts';
import { invalidValue } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable, Refused } from '../http/validate.ts';
import { changedMetadata, MetadataUpdate } from '../metadata/metadata.ts';
import { accessTaskTemplateToUse, checkIsFor, fieldsUnder, templateOfTask } from '../task-templates/access.ts';
import { accessTask, accessTasks } from './access.ts';
import { doUpdateTask } from './actions.ts';
import { doPlaceTasks } from './assign.ts';
import {
  accessOwner,
  DestinationReference,
  placeOf,
  prepareTask,
  RecipientReferences,
  resolveParties,
  resolveRecipient,
  storedDestination,
} from './create/resolve-input.ts';
import { ContainerInput, plainValues, taskFields } from './input.ts';
import { Task } from './present.ts';
import { presentTasks } from './present-tasks.ts';
import { Undo } from './undo.ts';

const taskUpdate = Type.Object({
  ...taskFields,
  metadata: Type.Optional(
    Nullable(MetadataUpdate, { description: 'The whole new list, or items to set and to remove.' }),
  ),
  destination: Type.Optional(described(DestinationReference, 'ID of a destination, or a new one.')),
  recipients: Type.Optional(described(RecipientReferences, 'Zero or one recipient: an ID, or a new recipient.')),
  container: Type.Optional(
    Nullable(ContainerInput, {
      description: 'The list that the task moves to the end of, by its owner; null: it stays.',
    }),
  ),
  autoAssign: Refused('can only be set when a task is created; use POST /tasks/autoAssign for an existing task'),
});

export const updateTaskOperation = dispatchOperation({
  method: 'PUT',
  path: '/tasks/:taskId',
  summary: 'Change a task. An active one only accepts notes and metadata, a completed one only metadata',
  access: 'apiKey',
  ids: ['taskId'],
  body: taskUpdate,
  answer: Type.Intersect([Task, Type.Object({ undo: Type.Optional(Undo) })]),
  errors: [1009, 1011, 1402, 2400, 2401],
  takesIfMatch: true,
  prepare: (request, { body }) => prepareTask(request, request.caller.organizationId, body.destination),
  async write({ tx, caller, services }, { path, body, ifMatch }, { place, fields }) {
    const actor = { caller, publicUrl: await organizationUrl(services, caller.organizationId) };
    const { id, ...before } = await accessTask(tx, path.taskId!);
    if ((body.executor ?? before.executor) !== before.executor)
      throw invalidValue('executor can only be set when a task is created.');
    const { metadata, customFieldGroup, customFields, ...changed } = body;
    const template = customFieldGroup
      ? await accessTaskTemplateToUse(tx, customFieldGroup)
      : await templateOfTask(tx, customFieldGroup === undefined ? before.customFieldGroup : null);
    const dependencies = body.dependencies === undefined ? undefined : (body.dependencies ?? []);
    const referred: Partial<typeof before> = {
      ...(body.merchant === undefined || body.merchant === before.merchant
        ? {}
        : { merchant: (await resolveParties(tx, { merchant: body.merchant })).merchant }),
      ...(body.destination === undefined ? {} : placeOf(await storedDestination(tx, caller, body.destination, place))),
      ...(body.recipients === undefined
        ? {}
        : { recipientId: (await resolveRecipient(tx, caller, body.recipients))?.id ?? null }),
    };
    const owner = body.container ? await accessOwner(tx, body.container) : undefined;
    await doUpdateTask(tx, actor, id, {
      // Laid over the task as it is once it is locked.
      values: (row) => {
        const plain = plainValues(changed, row);
        // A template that was changed since keeps nobody from changing something else.
        if (template && (customFieldGroup || plain.pickupTask !== row.pickupTask)) checkIsFor(template, plain);
        return {
          ...plain,
          ...referred,
          metadata: changedMetadata(row.metadata, metadata),
          customFieldGroup: template?.id ?? null,
          customFields: changedValues(
            fieldsUnder(template, fields, customFields),
            row.customFields,
            customFields,
            plain,
          ),
        };
      },
      dependencies: dependencies && (await accessTasks(tx, dependencies)).map((task) => task.id),
      next: owner,
      expected: ifMatch,
      secrets: services.secrets,
    });
    const undo = owner && (await doPlaceTasks(tx, actor, { owner, tasks: [id], place: 'end', isUndoable: true }));
    const row = await accessTask(tx, id);
    const [task] = await presentTasks(tx, [row], { publicUrl: actor.publicUrl, now: tx.now });
    return { ...task!, ...(undo ? { undo } : {}) };
  },
});
