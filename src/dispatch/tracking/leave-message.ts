import { Type } from 'typebox';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessTracked } from './access.ts';
import { doLeaveMessage } from './actions.ts';

export const leaveMessage = dispatchOperation({
  method: 'POST',
  path: '/tracking/:token/message',
  summary: 'Leave a message for the driver, as the recipient, until the task is completed. The last message counts',
  access: 'anyone',
  pathParams: { token: Type.String({ description: "Last part of the task's `trackingURL`." }) },
  body: Type.Object({
    text: Type.String({
      minLength: 1,
      maxLength: 1000,
      pattern: '\\S',
      description: 'Message for the driver, at most 1000 characters.',
    }),
  }),
  errors: [1402],
  async write({ tx, services, address, host }, { path, body }) {
    const row = await accessTracked(tx, services, path.token, { address, host });
    await doLeaveMessage(
      tx.of(row.organizationId),
      row,
      body.text.trim(),
      await organizationUrl(services, row.organizationId),
    );
    return undefined;
  },
});
