import { Type } from 'typebox';
import { SessionError } from '../session/session-errors.ts';
import { sessionOperation } from '../session/session-operation.ts';
import { loadPeoplePage, type PeopleKind } from './people-queries.ts';
import { PersonObject, presentPerson } from './person.ts';
import { readPlace, writePlace } from './place-in-list.ts';

/** People that one answer has. */
const PAGE = 50;

const KINDS: readonly PeopleKind[] = ['all', 'chat', 'guests', 'administrators', 'workers', 'invited', 'deactivated'];

export const listPeople = sessionOperation({
  method: 'GET',
  base: '/api/admin',
  path: '/people',
  summary:
    'List the people of the organization by name, a page at a time; administrators of the chat see its people only',
  access: 'administrator',
  query: {
    search: 'Part of a name, an e-mail address or a phone number.',
    kind: `One of ${KINDS.map((kind) => `\`${kind}\``).join(', ')}; all if absent.`,
    after: 'The `next` of the page before.',
  },
  answer: Type.Object({
    people: Type.Array(PersonObject, { description: 'People of this page, by name.' }),
    total: Type.Integer({ description: 'How many people match.' }),
    next: Type.Optional(Type.String({ description: 'Send it as `after` for the next page; absent on the last one.' })),
  }),
  async serve({ services, session, organizationRole, query, now }) {
    const { search = '', kind = 'all', after } = query;
    if (!KINDS.includes(kind as PeopleKind))
      throw new SessionError('invalid_body', 'kind must be one of the listed kinds.');
    const [key = '', id = ''] = after === undefined ? [] : readPlace(after, 2);
    const found = await loadPeoplePage(
      services.database.reader.of(session.organizationId),
      {
        personId: session.personId,
        seesDispatch: organizationRole.isOwner,
        kind: kind as PeopleKind,
        search: search.trim(),
        after: after === undefined ? null : { key, id },
        now,
      },
      PAGE + 1,
    );
    const people = found.slice(0, PAGE);
    const last = people.at(-1);
    return {
      people: people.map(presentPerson),
      total: found[0]?.total ?? 0,
      ...(found.length > PAGE && { next: writePlace(last!.key, last!.id) }),
    };
  },
});
