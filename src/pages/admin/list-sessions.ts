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
  query: ['after'],
  answer: Type.Object({
    sessions: Type.Array(
      Type.Object({
        id: Type.String(),
        personId: Type.String(),
        name: Type.String(),
        label: Type.String(),
        createdAt: Type.Integer(),
        /** Roughly: within an hour. */
        usedAt: Type.Integer(),
        expiresAt: Type.Integer(),
        shared: Type.Boolean(),
        current: Type.Boolean(),
      }),
    ),
    next: Type.Optional(Type.String()),
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
