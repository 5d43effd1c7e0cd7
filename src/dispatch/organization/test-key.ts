import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';

export const testKey = dispatchOperation({
  method: 'GET',
  path: '/auth/test',
  summary: 'Check that a key is valid, with a greeting that names its organization',
  access: 'apiKey',
  answer: Type.Object({
    status: Type.Number({ description: 'Always 200.' }),
    message: Type.String({ description: 'A greeting with the ID of the organization and your IP address.' }),
  }),
  async read({ caller, services, address }) {
    const where = `${services.publicUrl()}/api/v2/auth/test`;
    return { status: 200, message: `Hello organization '${caller.organizationId}' hitting ${where} from ${address}` };
  },
});
