import { Type } from 'typebox';
import { signLink } from '../../platform/files/signed-links.ts';
import { anyUser } from '../http/caller.ts';
import { ChatError } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { inPath } from '../http/params.ts';
import { findReadableUpload } from './access.ts';
import { TEMPORARY_ADDRESS, uploadAddress } from './attachment.ts';

const TEMPORARY_SECONDS = 60;

export const getTemporaryUrl = chatOperation({
  method: 'GET',
  path: '/user_uploads/:realm_id/:prefix/:secret/:filename',
  summary: 'Get an address at which an upload can be fetched for a minute, without signing in',
  access: anyUser,
  params: {
    realm_id: inPath(Type.String({ description: "First part of the file's address after `/user_uploads/`." })),
    prefix: inPath(Type.String({ description: "Second part of the file's address." })),
    secret: inPath(Type.String({ description: "Third part of the file's address, which nobody can guess." })),
    filename: inPath(Type.String({ description: "Last part of the file's address." })),
  },
  answer: { url: Type.String({ description: 'Address that needs no sign-in and works for a minute.' }) },
  async read({ services, reader, caller }, { realm_id, prefix, secret, filename }) {
    const pathId = [realm_id, prefix, secret, filename].join('/');
    const upload = await findReadableUpload(reader, services.state.of(reader.organizationId), caller, pathId);
    if (!upload) throw new ChatError('NOT_FOUND', 'File not found.');
    const signed = signLink(services, TEMPORARY_ADDRESS, upload.pathId, TEMPORARY_SECONDS);
    return { url: uploadAddress(`temporary/${signed}/${upload.pathId}`) };
  },
});
