import { Type } from 'typebox';
import { uploadQuota } from '../../platform/files/files.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { REALM_PICTURE_LIMIT_MIB } from '../settings/realm-settings.ts';
import { takePicture } from '../uploads/take-picture.ts';
import { doChangeAvatar } from './actions.ts';
import { AVATAR_FORM } from './form.ts';
import { checkMayChangeAvatar } from './permission.ts';

export const uploadAvatar = chatOperation({
  method: 'POST',
  path: '/users/me/avatar',
  summary: "Set the caller's picture",
  access: anyUser,
  takesFile: true,
  params: {},
  answer: { avatar_url: Type.String({ description: 'Address of the new picture.' }) },
  errors: ['BAD_IMAGE', 'REALM_UPLOAD_QUOTA'],
  async serve({ services, caller, receiveFile, origin }) {
    const { organizationId, userId } = caller;
    await using file = await receiveFile(REALM_PICTURE_LIMIT_MIB);
    await checkMayChangeAvatar(services.state.of(caller.organizationId), caller);
    return await takePicture(
      services,
      { organizationId, person: userId, origin },
      file,
      AVATAR_FORM,
      async (tx, picture) => ({
        avatar_url: await doChangeAvatar(tx, userId, picture, uploadQuota(services)),
      }),
    );
  },
});
