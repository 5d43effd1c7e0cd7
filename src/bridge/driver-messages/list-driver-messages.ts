import { Type } from 'typebox';
import { isResolvedTopic } from '../../chat/topics/topic-name.ts';
import { dispatchOperation } from '../../dispatch/http/operation.ts';
import { accessOwnTask } from '../../dispatch/tasks/access.ts';
import { presentTasks } from '../../dispatch/tasks/present-tasks.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { findConversation } from '../conversations/access.ts';
import { findOwnUser } from './actions.ts';
import { DriverMessage, presentDriverMessage } from './present.ts';
import { loadTopicMessages } from './queries.ts';

const MessageId = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

export const listDriverMessages = dispatchOperation({
  method: 'GET',
  path: '/driver/tasks/:taskId/messages',
  summary: "What is said about one of the worker's own tasks, oldest first",
  access: 'worker',
  ids: ['taskId'],
  query: { before: MessageId, after: MessageId, limit: Type.Integer({ minimum: 1, maximum: 100 }) },
  answer: Type.Object({
    isAvailable: Type.Boolean({ description: 'whether one can write: a channel is set' }),
    isOpen: Type.Boolean({ description: 'whether there is a topic; the first message begins it' }),
    isResolved: Type.Boolean(),
    messages: Type.Array(DriverMessage),
    hasOlder: Type.Boolean(),
    hasNewer: Type.Boolean(),
  }),
  errors: [1402],
  async read({ reader, caller, services, now }, { path, query }) {
    const { organizationId, workerId } = caller;
    const { state } = services;
    const row = await accessOwnTask(reader, organizationId, workerId, path.taskId!);
    const view = { publicUrl: await organizationUrl(services, organizationId), now };
    const [task] = await presentTasks(reader, organizationId, [row], view);
    const { conversation, isAvailable } = await findConversation(reader, state, organizationId, task!);
    const nothing = { isAvailable, isOpen: false, isResolved: false, messages: [], hasOlder: false, hasNewer: false };
    if (!conversation?.place) return nothing;
    const { before, after, limit = 50 } = query;
    const isForward = after !== undefined && before === undefined;
    const found = await loadTopicMessages(reader, organizationId, conversation.place, {
      before,
      after,
      limit: limit + 1,
    });
    const isMore = found.length > limit;
    const shown = isForward ? found.slice(0, limit) : found.slice(-limit);
    const self = { workerId, userId: await findOwnUser(reader, state, organizationId, workerId) };
    return {
      isAvailable,
      isOpen: true,
      isResolved: isResolvedTopic(conversation.place.topic),
      messages: shown.map((message) => presentDriverMessage(message, self)),
      hasOlder: isForward ? after > 0 : isMore,
      hasNewer: isForward ? isMore : before !== undefined,
    };
  },
});
