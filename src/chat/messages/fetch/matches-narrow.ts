import { Type } from 'typebox';
import { anyUser } from '../../http/caller.ts';
import { badRequest } from '../../http/errors.ts';
import { chatOperation } from '../../http/operation.ts';
import { Id, json, withDefault } from '../../http/params.ts';
import { parseNarrow } from '../../narrow/parse.ts';
import { realmOf } from '../../realms/access.ts';
import { compileNarrow } from '../query/compile-narrow.ts';
import { selectAmong } from '../query/run-query.ts';
import { findMatches } from '../search/matches.ts';
import { MAX_MESSAGES } from './anchor-window.ts';

export const matchesNarrow = chatOperation({
  method: 'GET',
  path: '/messages/matches_narrow',
  summary: 'Check which of the given messages match a narrow',
  access: anyUser,
  params: {
    msg_ids: json(Type.Array(Id, { description: 'IDs of the messages to check.' })),
    narrow: withDefault(
      json(
        Type.Array(Type.Unknown(), {
          description:
            'Filter: a list of terms such as `{"operator": "channel", "operand": "general"}`. Empty: ' +
            'all messages.',
        }),
      ),
      [],
    ),
    allow_empty_topic_name: withDefault(
      json(Type.Boolean({ description: 'Whether the empty topic is `""`. Otherwise its display name appears.' })),
      false,
    ),
  },
  answer: {
    messages: Type.Record(
      Type.String({ pattern: '^[0-9]+$' }),
      Type.Object(
        {
          match_content: Type.String({ description: 'HTML of the content, with the found words highlighted.' }),
          match_subject: Type.String({ description: 'Topic as HTML, with the found words highlighted.' }),
        },
        { additionalProperties: false },
      ),
      { description: 'Messages that match, by their IDs.' },
    ),
  },
  errors: ['BAD_NARROW'],
  async read({ services, reader, caller }, { msg_ids, narrow, allow_empty_topic_name }) {
    if (msg_ids.length > MAX_MESSAGES) throw badRequest(`Too many messages requested (maximum ${MAX_MESSAGES}).`);
    const { query } = await compileNarrow(services, reader, caller, parseNarrow(narrow));
    const ids = await selectAmong(reader, query, msg_ids);
    const { emptyTopicDisplayName } = await realmOf(services.state.of(caller.organizationId));
    const emptyTopic = allow_empty_topic_name ? '' : emptyTopicDisplayName;
    const matches = await findMatches(reader, query.view, ids, query.searches, emptyTopic);
    return {
      messages: Object.fromEntries(
        [...matches].map(([id, { content, subject }]) => [
          String(id),
          { match_content: content, match_subject: subject },
        ]),
      ),
    };
  },
});
