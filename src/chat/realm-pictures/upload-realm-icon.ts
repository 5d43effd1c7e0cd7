import { uploadQuota } from '../../platform/files/files.ts';
import { administrators } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { REALM_PICTURE_LIMIT_MIB } from '../settings/realm-settings.ts';
import { takePicture } from '../uploads/take-picture.ts';
import { doSetRealmPicture } from './actions.ts';

const FORM = { width: 800, height: 800, fit: 'cover' } as const;

export const uploadRealmIcon = chatOperation({
  method: 'POST',
  path: '/realm/icon',
  summary: "Set the organization's icon",
  access: administrators,
  takesFile: true,
  params: {},
  answer: {},
  errors: ['BAD_IMAGE', 'REALM_UPLOAD_QUOTA'],
  async serve({ services, caller, receiveFile, origin }) {
    const { organizationId, userId } = caller;
    await using file = await receiveFile(REALM_PICTURE_LIMIT_MIB);
    return await takePicture(services, { organizationId, person: userId, origin }, file, FORM, async (tx, picture) => {
      await doSetRealmPicture(tx, 'icon', picture, uploadQuota(services));
      return {};
    });
  },
});
