import { Type } from 'typebox';
import { loadSessions } from '../../platform/sessions/access.ts';
import { sessionOperation } from './session-operation.ts';

export const listDevices = sessionOperation({
  method: 'GET',
  path: '/devices',
  summary: 'List the browsers in which you are signed in, last used first',
  access: 'signedIn',
  answer: Type.Object({
    devices: Type.Array(
      Type.Object({
        id: Type.String(),
        label: Type.String(),
        /** Milliseconds since 1970, as all times here. */
        createdAt: Type.Integer(),
        /** Roughly: within an hour. */
        usedAt: Type.Integer(),
        expiresAt: Type.Integer(),
        shared: Type.Boolean(),
        current: Type.Boolean(),
      }),
    ),
  }),
  async serve({ services, session, now }) {
    const devices = await loadSessions(services.database.reader, session, now);
    return {
      devices: devices.map(({ isShared, createdAt, usedAt, expiresAt, ...device }) => ({
        ...device,
        createdAt: createdAt.getTime(),
        usedAt: usedAt.getTime(),
        expiresAt: expiresAt.getTime(),
        shared: isShared,
        current: device.id === session.credentialId,
      })),
    };
  },
});
