import { Type } from 'typebox';
import { anyUserOrWebhook } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { loadProfiles } from '../profile-fields/access.ts';
import { realmHost } from '../settings/address.ts';
import { accessUserById } from './access.ts';
import { presentUser, UserObject } from './present.ts';
import { loadLastMessageId } from './queries.ts';

export const getOwnUser = chatOperation({
  method: 'GET',
  path: '/users/me',
  summary: "Get the caller's own account",
  access: anyUserOrWebhook,
  params: {},
  answer: {
    ...UserObject.properties,
    max_message_id: Type.Integer({ description: 'ID of the newest message in the organization.' }),
  },
  async read({ caller, services, reader }) {
    const user = await accessUserById(services.state.of(caller.organizationId), caller.userId);
    return {
      ...presentUser(caller, user, {
        clientGravatar: false,
        profiles: await loadProfiles(reader, [user.id]),
        host: realmHost(services),
      }),
      max_message_id: await loadLastMessageId(reader),
    };
  },
});
