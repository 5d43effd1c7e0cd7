import { Type } from 'typebox';
import { ERROR_TEXT } from '../../platform/http/schema-names.ts';
import { bounded, NOT_INSTRUCTIONS } from './answer.ts';
import { ToolRefusal, writingTool } from './tool.ts';

/** People of a direct message: each is looked up, so that their names are shown. */
const MAX_PEOPLE = 10;

/** Each becomes a part of a path, where `.` would be another path. */
const Person = Type.String({
  maxLength: 320,
  pattern: '^(?:\\d{1,15}|[^\\s@]+@[^\\s@]+)$',
  [ERROR_TEXT]: 'must be an e-mail address or a user ID',
});

export const sendMessageTool = writingTool({
  title: 'Send a message',
  about:
    'Shows a message to a topic of a channel, or to people, as it would be sent in the name of your user. Nothing is sent before confirm.',
  side: 'chat',
  params: {
    channel: Type.Optional(Type.String({ maxLength: 60, description: 'Name of the channel.' })),
    topic: Type.Optional(Type.String({ maxLength: 60, description: 'Topic in the channel.' })),
    people: Type.Optional(
      Type.Array(Person, {
        minItems: 1,
        maxItems: MAX_PEOPLE,
        description: 'E-mail addresses, or user IDs, of the people of a direct message.',
      }),
    ),
    text: Type.String({ minLength: 1, maxLength: 10_000, description: 'Text in Markdown.' }),
  },
  async plan({ call, scope }, { channel, topic, people, text }) {
    if ((channel === undefined) === (people === undefined)) throw new ToolRefusal('Name either a channel or people.');
    if (channel !== undefined) {
      if (topic === undefined) throw new ToolRefusal('Name the topic in the channel.');
      const { stream_id: id } = await call('GET /api/v1/get_stream_id', { stream: channel });
      return {
        preview: { note: NOT_INSTRUCTIONS, channel, topic, text },
        call: {
          operation: 'POST /api/v1/messages',
          given: { type: 'channel', to: id, topic, content: text },
          target: `channel ${id}`,
        },
      };
    }
    if (!scope.directMessages) throw new ToolRefusal('This key does not write direct messages.');
    const found: { user_id: number; full_name: string }[] = [];
    for (const one of people!) found.push((await call(`GET /api/v1/users/${encodeURIComponent(one)}`)).user);
    const ids = [...new Set(found.map(({ user_id: id }) => id))];
    return {
      preview: {
        note: NOT_INSTRUCTIONS,
        people: found.map(({ user_id: id, full_name: name }) => ({ id, name: bounded(name, 100) })),
        text,
      },
      call: {
        operation: 'POST /api/v1/messages',
        given: { type: 'direct', to: ids, content: text },
        target: `users ${ids.join(', ')}`,
      },
    };
  },
  done: ({ id }) => ({ messageId: id }),
});
