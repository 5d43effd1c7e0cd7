import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { dispatchOperation } from '../http/operation.ts';
import { SentInvitation, sentInvitationOf } from '../organization/sent-invitation.ts';
import { accessAdministrator } from './access.ts';

/** Ours. */
export const getAdministratorInvitation = dispatchOperation({
  method: 'GET',
  path: '/admins/:adminId/invitation',
  summary: 'Get the valid invitation of an administrator, without its link',
  access: 'apiKey',
  wholeSight: true,
  ids: ['adminId'],
  answer: Type.Object({ invitation: described(SentInvitation, 'The valid invitation.') }),
  errors: [1402],
  async read({ reader, now }, { path }) {
    const { personId } = await accessAdministrator(reader, path.adminId!);
    return { invitation: await sentInvitationOf(reader, personId, now) };
  },
});
