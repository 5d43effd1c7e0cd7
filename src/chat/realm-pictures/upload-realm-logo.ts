import { Type } from 'typebox';
import { uploadQuota } from '../../platform/files/files.ts';
import { administrators } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { json, withDefault } from '../http/params.ts';
import { REALM_PICTURE_LIMIT_MIB } from '../settings/realm-settings.ts';
import { takePicture } from '../uploads/take-picture.ts';
import { doSetRealmPicture } from './actions.ts';

const FORM = { width: 800, height: 100, fit: 'inside' } as const;

export const uploadRealmLogo = chatOperation({
  method: 'POST',
  path: '/realm/logo',
  summary: "Set the organization's logo",
  access: administrators,
  takesFile: true,
  params: { night: withDefault(json(Type.Boolean({ description: 'Whether it is the logo for dark pages.' })), false) },
  answer: {},
  errors: ['BAD_IMAGE', 'REALM_UPLOAD_QUOTA'],
  async serve({ services, caller, receiveFile, origin }, { night }) {
    const { organizationId, userId } = caller;
    await using file = await receiveFile(REALM_PICTURE_LIMIT_MIB);
    return await takePicture(services, { organizationId, person: userId, origin }, file, FORM, async (tx, picture) => {
      await doSetRealmPicture(tx, night ? 'night_logo' : 'logo', picture, uploadQuota(services));
      return {};
    });
  },
});
