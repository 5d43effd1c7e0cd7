import { Type } from 'typebox';
import { discardObjects, QuotaExceeded } from '../../platform/files/files.ts';
import { BadPicture } from '../../platform/files/pictures.ts';
import { storePicture } from '../../platform/files/store-picture.ts';
import { anyUser } from '../http/caller.ts';
import { ChatError } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { uploadQuota } from '../uploads/take-upload.ts';
import { doSetAvatar } from './actions.ts';
import { AVATAR_LIMIT_MIB, checkMayChangeAvatar } from './permission.ts';

const FORM = { width: 500, height: 500, fit: 'cover' } as const;

export const uploadAvatar = chatOperation({
  method: 'POST',
  path: '/users/me/avatar',
  summary: "Set the caller's picture",
  access: anyUser,
  takesFile: true,
  params: {},
  answer: { avatar_url: Type.String() },
  errors: ['BAD_IMAGE', 'REALM_UPLOAD_QUOTA'],
  async serve({ services, caller, receiveFile }) {
    const { organizationId, userId } = caller;
    await using file = await receiveFile(AVATAR_LIMIT_MIB);
    await checkMayChangeAvatar(services.state, caller);
    const { database, answers } = services;
    const { idempotent } = file;
    let unkept: string | undefined;
    try {
      const picture = await storePicture(services, organizationId, file, FORM);
      unkept = picture.id;
      const { answer, isKept } = await database.transaction(
        async (tx) => {
          const earlier = idempotent && (await answers.claim(tx, idempotent));
          if (earlier) return { answer: JSON.parse(earlier.body) as { avatar_url: string }, isKept: false };
          const avatar_url = await doSetAvatar(tx, organizationId, userId, picture, uploadQuota(services));
          if (idempotent) await answers.store(tx, idempotent, { status: 200, body: JSON.stringify({ avatar_url }) });
          return { answer: { avatar_url }, isKept: true };
        },
        { organizationId, takesLog: true },
      );
      if (isKept) unkept = undefined;
      return answer;
    } catch (error) {
      if (error instanceof BadPicture) throw new ChatError('BAD_IMAGE', error.message);
      if (error instanceof QuotaExceeded)
        throw new ChatError('REALM_UPLOAD_QUOTA', 'Upload would exceed your organization’s upload quota.');
      throw error;
    } finally {
      if (unkept !== undefined) await discardObjects(services, organizationId, unkept);
    }
  },
});
