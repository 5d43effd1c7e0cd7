import { Type } from 'typebox';
import { sessionOperation } from '../session/session-operation.ts';
import { readPlace, writePlace } from './place-in-list.ts';
import { loadOpenSessions } from './session-queries.ts';

/** Sessions that one answer has. */
const PAGE = 50;

export const listSessions = sessionOperation({
  method: 'GET',
  base: '/api/admin',
  path: '/sessions',
  summary: "List the organization's browser sessions, last used first, a page at a time",
  access: 'owner',
  query: { after: 'The `next` of the page before.' },
  answer: Type.Object({
    sessions: Type.Array(
      Type.Object({
        id: Type.String({ description: 'ID of the session.' }),
        personId: Type.String({ description: 'ID of the person, for `/people`.' }),
        name: Type.String({ description: 'Name of the person.' }),
        label: Type.String({ description: 'Browser and operating system.' }),
        createdAt: Type.Integer({ description: 'When it started, in milliseconds since 1970.' }),
        usedAt: Type.Integer({ description: 'When it was last used, to the hour, in milliseconds since 1970.' }),
        expiresAt: Type.Integer({ description: 'When it ends, in milliseconds since 1970.' }),
        shared: Type.Boolean({ description: 'True on a shared device: it ends with the browser.' }),
        current: Type.Boolean({ description: 'True for the session that asks.' }),
      }),
      { description: 'Sessions of this page, last used first.' },
    ),
    next: Type.Optional(Type.String({ description: 'Send it as `after` for the next page; absent on the last one.' })),
  }),
  async serve({ services, session, query, now }) {
    const after = query.after === undefined ? null : readTime(readPlace(query.after, 2));
    const found = await loadOpenSessions(services.database.reader.of(session.organizationId), { after, now }, PAGE + 1);
    const page = found.slice(0, PAGE);
    const last = page.at(-1);
    return {
      sessions: page.map(({ createdAt, usedAt, expiresAt, isShared, ...row }) => ({
        ...row,
        createdAt: createdAt.getTime(),
        usedAt: usedAt.getTime(),
        expiresAt: expiresAt.getTime(),
        shared: isShared,
        current: row.id === session.credentialId,
      })),
      ...(found.length > PAGE && { next: writePlace(String(last!.usedAt.getTime()), last!.id) }),
    };
  },
});

/** A time that is none is the oldest: nothing comes after it. */
function readTime([time, id]: readonly string[]): { usedAt: Date; id: string } {
  const at = Number(time);
  return { usedAt: new Date(Number.isSafeInteger(at) && at >= 0 && at < 1e14 ? at : 0), id: id! };
}
