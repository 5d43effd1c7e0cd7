import { type Static, Type } from 'typebox';
import { Trigger } from '../../../../rules/webhook-triggers.ts';
import { described } from '../../../platform/http/described.ts';
import { organizationUrl } from '../../../platform/organizations/hosts.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { Nullable, Refused } from '../../http/validate.ts';
import { accessDelegatee } from '../../organization/access.ts';
import { accessTasks, accessTaskToRead } from '../access.ts';
import { findDependencies } from '../dependency-queries.ts';
import { plainValues, taskFields } from '../input.ts';
import { Task } from '../present.ts';
import { doOrderTask } from './order-task.ts';
import {
  DestinationReference,
  placeOf,
  prepareTask,
  RecipientReferences,
  resolveDestination,
  resolveRecipient,
} from './resolve-input.ts';

const notOverridden = Refused('cannot be overridden; change it on the clone');
const Flag = Type.Optional(Nullable(Type.Boolean()));
export const CloneOverrides = Type.Object({
  ...taskFields,
  merchant: notOverridden,
  executor: notOverridden,
  dependencies: notOverridden,
  customFieldGroup: notOverridden,
  customFields: notOverridden,
  container: notOverridden,
  autoAssign: notOverridden,
  destination: Type.Optional(described(DestinationReference, 'ID of a destination, or a new one.')),
  recipients: Type.Optional(described(RecipientReferences, 'Zero or one recipient: an ID, or a new recipient.')),
});
const Options = Type.Object({
  includeMetadata: described(Flag, 'True copies the metadata. False if absent.'),
  includeBarcodes: described(Flag, 'True copies the required barcodes. False if absent.'),
  includeDependencies: described(Flag, 'True copies the dependencies. False if absent.'),
  overrides: Type.Optional(Nullable(CloneOverrides, { description: 'Values in place of the copied ones.' })),
});
// client: gonfleet sends the options flat, the others under `options`.
const cloneInput = Type.Object({
  ...Options.properties,
  options: Type.Optional(
    Nullable(Options, { description: 'The same options. They take precedence over those beside it.' }),
  ),
});

const optionsOf = (body: Static<typeof cloneInput>): Static<typeof Options> => body.options ?? body;

export const cloneTask = dispatchOperation({
  method: 'POST',
  path: '/tasks/:taskId/clone',
  summary: 'Create a new, unassigned task from another',
  access: 'apiKey',
  ids: ['taskId'],
  body: cloneInput,
  answer: Task,
  errors: [1009, 1011, 1402, 2400],
  prepare: (request, { body }) =>
    prepareTask(request, request.caller.organizationId, optionsOf(body).overrides?.destination),
  async write({ tx, caller, services }, { path, body }, { place, fields }) {
    const { organizationId } = caller;
    const source = await accessTaskToRead(tx, path.taskId!);
    const isOwn = source.organizationId === organizationId;
    const recipientId = isOwn ? source.recipientId : source.orderedRecipientId;
    const destinationId = isOwn ? source.destinationId : source.orderedDestinationId!;
    const options = optionsOf(body);
    const { destination, recipients, ...overridden } = options.overrides ?? {};
    const copied = {
      ...source,
      metadata: options.includeMetadata ? source.metadata : [],
      barcodes: options.includeBarcodes ? source.barcodes : [],
    };
    const there = tx.of(source.organizationId);
    const links = options.includeDependencies ? await findDependencies(there, [source.id]) : [];
    const dependencies = await accessTasks(
      there,
      links.map((link) => link.dependsOn),
    );
    // Fields without an override are copied from the source.
    const parties = {
      destination: await resolveDestination(tx, destination ?? destinationId, place),
      recipient: await resolveRecipient(
        tx,
        caller,
        recipients === undefined ? (recipientId ? [recipientId] : null) : recipients,
      ),
    };
    const { merchant, executor } = source;
    // It may work for the caller no longer.
    if (!isOwn) await accessDelegatee(tx, executor);
    return doOrderTask(
      tx,
      services,
      { caller, publicUrl: await organizationUrl(services, caller.organizationId) },
      {
        values: {
          ...plainValues(overridden, copied),
          customFieldGroup: isOwn ? source.customFieldGroup : null,
          customFields: isOwn ? source.customFields : [],
          merchant,
          executor,
          ...placeOf(parties.destination.row),
          recipientId: parties.recipient?.id ?? null,
        },
        ...parties,
        fields,
        dependencies: dependencies.map((task) => task.id),
        assignment: { container: { type: 'ORGANIZATION', id: executor } },
        sourceTaskId: source.id,
        trigger: Trigger.taskCloned,
      },
    );
  },
});
