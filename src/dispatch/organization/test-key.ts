import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';

export const testKey = dispatchOperation({
  method: 'GET',
  path: '/auth/test',
  summary: 'Checks the API key',
  access: 'apiKey',
  answer: Type.Object({ status: Type.Number(), message: Type.String() }),
  async read({ caller, services, address }) {
    const where = `${services.publicUrl()}/api/v2/auth/test`;
    return { status: 200, message: `Hello organization '${caller.organizationId}' hitting ${where} from ${address}` };
  },
});
