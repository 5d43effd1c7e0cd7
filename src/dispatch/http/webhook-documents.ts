import { type TSchema, Type } from 'typebox';
import { Trigger, type TriggerName } from '../../../rules/webhook-triggers.ts';

const nullable = (schema: TSchema, description: string) => Type.Union([schema, Type.Null()], { description });

/** Members that every delivery of a webhook has. */
export const WebhookNotice = Type.Object(
  {
    triggerId: Type.Integer({ description: 'Which event it is, by the number that the webhook was registered with.' }),
    triggerName: Type.String({ description: 'Which event it is, such as `taskCreated`.' }),
    time: Type.Integer({ description: 'When it happened, in milliseconds since 1970.' }),
    taskId: nullable(Type.String(), 'ID of the task; null if it concerns none.'),
    workerId: nullable(Type.String(), 'ID of the worker; null if it concerns none.'),
    adminId: nullable(Type.String(), 'ID of the administrator who did it; null if it was nobody, a worker or a key.'),
    actionContext: nullable(
      Type.Object({
        type: Type.String({ description: 'Who did it: `API`, `ADMIN` or `WORKER`.' }),
        id: Type.String({ description: 'ID of the key, administrator or worker.' }),
      }),
      'Who did it; null if Hubbub did it by itself.',
    ),
  },
  { description: 'Members that every delivery of a webhook has.' },
);

/** Refers to a schema that operations bring into the document. */
const named = (name: string, description: string) =>
  Type.Unsafe<unknown>({ $ref: `#/components/schemas/${name}`, description });

interface Body {
  /** Members of `data`; undefined where it is null. */
  data?: Record<string, TSchema>;
  /** Members beside those that every delivery has. */
  members?: Record<string, TSchema>;
  /** A schema whose members the body has too. */
  also?: TSchema;
}

const task = { task: named('Task', 'The task as it is now; a deleted one as it was.') };
const worker = { worker: named('Worker', 'The worker as it is now; a deleted one as it was.') };
const ofDispatch = { dispatchId: Type.String({ description: 'ID of the assignment of routes.' }) };
const routePlan = {
  data: { routePlan: named('RoutePlan', 'The route plan as it is now.') },
  members: { routePlanId: Type.String({ description: 'ID of the route plan.' }) },
};
const sms = {
  from: Type.String({ description: 'Phone number of the recipient.' }),
  to: Type.String({ description: 'Your phone number.' }),
  body: Type.String({ description: 'Text of the SMS.' }),
};

/** Sentence and body of each trigger. */
const WEBHOOKS: Readonly<Record<TriggerName, readonly [summary: string, body: Body]>> = {
  taskStarted: ['A driver has started a task', { data: task }],
  taskEta: [
    'The estimated time to the task has fallen to the threshold',
    { data: task, members: { etaSeconds: Type.Integer({ description: 'Estimated seconds until arrival.' }) } },
  ],
  taskArrival: [
    'The driver is as near to the task as the threshold',
    { data: task, members: { distance: Type.Integer({ description: 'Metres to the destination.' }) } },
  ],
  taskCompleted: ['A task was completed with success', { data: task }],
  taskFailed: ['A task was completed without success', { data: task }],
  workerDuty: [
    'A worker has gone on or off duty',
    {
      data: worker,
      members: { status: Type.Enum([0, 1], { type: 'integer', description: '1 on duty, 0 off duty.' }) },
    },
  ],
  taskCreated: ['A task was created', { data: task }],
  taskUpdated: ['A task was changed', { data: task }],
  taskDeleted: ['A task was deleted', { data: task }],
  taskAssigned: ['A task was assigned to a worker', { data: task }],
  taskUnassigned: ['A task was taken out of the list of a worker', { data: task }],
  taskDelayed: [
    'A started task is as late as the threshold',
    { data: task, members: { delay: Type.Integer({ description: 'Seconds by which it is late.' }) } },
  ],
  taskCloned: ['A task was cloned', { data: task }],
  smsRecipientResponseMissed: ['The SMS of a recipient has no driver who could receive it', { members: sms }],
  workerCreated: ['A worker was created', { data: worker }],
  workerDeleted: ['A worker was deleted', { data: worker }],
  SMSRecipientOptOut: [
    'A recipient wants no more SMS',
    {
      members: {
        data: nullable(
          Type.Object({ recipient: named('Recipient', 'The recipient as they are now.') }),
          'What it is about; null if no recipient has this phone.',
        ),
        recipient: nullable(Type.String(), 'ID of the recipient; null if no recipient has this phone.'),
        timestamp: Type.Integer({ description: 'When the SMS came, in milliseconds since 1970.' }),
        SMS: Type.Object(sms, { description: 'The SMS.' }),
      },
    },
  ],
  autoDispatchJobCompleted: [
    'An assignment of routes has ended',
    { data: { dispatch: named('Dispatch', 'The assignment and its result.') }, members: ofDispatch },
  ],
  taskBatchCreateJobCompleted: [
    'A batch of tasks is done',
    {
      members: { jobId: Type.String({ description: 'ID of the batch, for `GET /tasks/batch/{jobId}`.' }) },
      also: named('TaskBatch', 'What `GET /tasks/batch/{jobId}` answers.'),
    },
  ],
  routeOptimizationJobCompleted: ['An optimization of routes has ended', { members: ofDispatch }],
  routePlanCreated: ['A route plan was created', routePlan],
  routePlanStarted: ['The first task of a route plan was started', routePlan],
  routePlanCompleted: ['All tasks of a route plan are completed', routePlan],
  workerUpdated: ['A worker was changed', { data: worker }],
  routePlanUpdated: ['A route plan was changed', routePlan],
  routePlanUnassigned: ['A route plan has lost its worker', routePlan],
  routePlanAssigned: ['A route plan was given to a worker', routePlan],
  routePlanDelayed: ['A route plan is late', routePlan],
  predictedTaskDelay: [
    'A task will probably be late',
    { data: { ...task, delayTime: Type.Number({ description: 'Seconds by which it will be late.' }) } },
  ],
};

function bodyOf(trigger: TriggerName, { data, members = {}, also }: Body): TSchema {
  const own = Type.Object({
    triggerId: Type.Literal(Trigger[trigger], { description: `Always ${Trigger[trigger]}.` }),
    triggerName: Type.Literal(trigger, { description: `Always \`${trigger}\`.` }),
    ...(data ? { data: Type.Object(data, { description: 'What it is about.' }) } : {}),
    ...members,
  });
  return Type.Intersect([WebhookNotice, ...(also ? [also] : []), own]);
}

const SIGNATURE = {
  name: 'X-Service-Signature',
  in: 'header',
  required: true,
  description: 'Hexadecimal HMAC-SHA512 of the raw body, with your webhook secret. Compare it in constant time.',
  schema: { type: 'string' },
};

/** `webhooks` of the document: what each trigger sends to your address. */
export function webhookDocuments(): Record<string, { post: object }> {
  return Object.fromEntries(
    Object.entries(WEBHOOKS).map(([trigger, [summary, body]]) => [
      trigger,
      {
        post: {
          tags: ['Webhooks'],
          operationId: `webhook-${trigger}`,
          summary,
          security: [],
          parameters: [SIGNATURE],
          requestBody: { content: { 'application/json': { schema: bodyOf(trigger as TriggerName, body) } } },
          responses: {
            200: { description: 'Received. Answer within ten seconds.' },
            400: {
              description: 'Refused, for example because the signature is wrong. The delivery is repeated later.',
            },
          },
        },
      },
    ]),
  );
}
