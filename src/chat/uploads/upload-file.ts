import { Type } from 'typebox';
import { uploadQuota } from '../../platform/files/files.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { doCreateAttachment } from './actions.ts';
import { uploadAddress } from './attachment.ts';
import { takeUpload } from './take-upload.ts';

export const uploadFile = chatOperation({
  method: 'POST',
  path: '/user_uploads',
  summary: 'Upload a file to link to in messages',
  access: anyUser,
  takesFile: true,
  params: {},
  answer: {
    uri: Type.String({ description: 'Older name of `url`.' }),
    url: Type.String({ description: 'Address of the file, to link to in messages.' }),
    filename: Type.String({ description: 'Name of the file.' }),
  },
  errors: ['BAD_IMAGE', 'REALM_UPLOAD_QUOTA'],
  async serve({ services, caller, receiveFile }) {
    await using file = await receiveFile(services.config.uploadLimitMib);
    const { database, answers } = services;
    const { idempotent } = file;
    return await takeUpload(services, caller, file, file.name, (upload) =>
      database.transaction(
        async (tx) => {
          const earlier = idempotent && (await answers.claim(tx, idempotent));
          if (earlier) throw new AnsweredBefore(earlier.body);
          const { pathId, name } = await doCreateAttachment(tx, upload, uploadQuota(services));
          const answer = { uri: uploadAddress(pathId), url: uploadAddress(pathId), filename: name };
          if (idempotent) await answers.store(tx, idempotent, { status: 200, body: JSON.stringify(answer) });
          return answer;
        },
        { organizationId: caller.organizationId, takesLog: true },
      ),
    ).catch((error: unknown) => {
      if (error instanceof AnsweredBefore)
        return JSON.parse(error.body) as { uri: string; url: string; filename: string };
      throw error;
    });
  },
});

/** A retry brings the bytes again; they are let go like those of an upload that failed. */
class AnsweredBefore extends Error {
  readonly body: string;

  constructor(body: string) {
    super('the file was uploaded before');
    this.body = body;
  }
}
