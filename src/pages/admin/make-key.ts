import { Type } from 'typebox';
import { createCredential } from '../../platform/credentials/credentials.ts';
import { sessionOperation } from '../session/session-operation.ts';

export const makeKey = sessionOperation({
  method: 'POST',
  base: '/api/admin',
  path: '/keys',
  summary: 'Create a key for the dispatch API. Only this response contains it',
  access: 'owner',
  body: Type.Object({
    label: Type.String({
      minLength: 1,
      maxLength: 60,
      pattern: '\\S',
      description: 'Name by which you recognize it, at most 60 characters.',
    }),
  }),
  answer: Type.Object({
    id: Type.String({ description: 'ID by which to revoke the key.' }),
    key: Type.String({ description: 'The key, which is shown only here.' }),
  }),
  async serve({ services, origin, session: { organizationId } }, { label }) {
    const owner = { organizationId, kind: 'dispatch', subject: null } as const;
    return services.database.transaction((tx) => createCredential(tx, { ...owner, label: label.trim() }), {
      origin,
    });
  },
});
