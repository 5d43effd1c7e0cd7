import { Type } from 'typebox';
import { Nullable } from '../../dispatch/http/validate.ts';
import { listCredentialsOf } from '../../platform/credentials/credentials.ts';
import { sessionOperation } from '../session/session-operation.ts';

export const listKeys = sessionOperation({
  method: 'GET',
  base: '/api/admin',
  path: '/keys',
  summary:
    "List the organization's keys for the dispatch API and their last use, newest first; never the keys themselves",
  access: 'owner',
  answer: Type.Object({
    keys: Type.Array(
      Type.Object({
        id: Type.String({ description: 'ID by which to revoke the key.' }),
        label: Type.String({ description: 'Name that you gave it.' }),
        createdAt: Type.Integer({ description: 'When it was created, in milliseconds since 1970.' }),
        usedAt: Nullable(Type.Integer(), {
          description: 'When it was last used, to the hour, in milliseconds since 1970; null: never.',
        }),
      }),
      { description: 'Keys, newest first.' },
    ),
  }),
  async serve({ services, session: { organizationId } }) {
    const owner = { organizationId, kind: 'dispatch', subject: null } as const;
    const found = await listCredentialsOf(services.database.reader, owner);
    return {
      keys: found.map(({ id, label, created_at, used_at }) => ({
        id,
        label,
        createdAt: created_at.getTime(),
        usedAt: used_at?.getTime() ?? null,
      })),
    };
  },
});
