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
        id: Type.String({ description: 'ID by which to sign it out.' }),
        label: Type.String({ description: 'Browser and operating system.' }),
        createdAt: Type.Integer({ description: 'When you signed in, in milliseconds since 1970.' }),
        usedAt: Type.Integer({ description: 'When it was last used, to the hour, in milliseconds since 1970.' }),
        expiresAt: Type.Integer({ description: 'When it is signed out, in milliseconds since 1970.' }),
        shared: Type.Boolean({ description: 'True on a shared device: the session ends with the browser.' }),
        current: Type.Boolean({ description: 'True for the browser that asks.' }),
      }),
      { description: 'Browsers, last used first.' },
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
