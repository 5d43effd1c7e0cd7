import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { accessOrganization } from '../organization/access.ts';
import { accessRecipientByPhone } from './access.ts';
import { recipientPhone } from './input.ts';
import { presentRecipient, Recipient } from './present.ts';

export const getRecipientByPhone = dispatchOperation({
  method: 'GET',
  path: '/recipients/phone/:phone',
  summary: 'The recipient with this phone number',
  access: 'apiKey',
  pathParams: { phone: Type.String() },
  query: { skipPhoneNumberValidation: Type.Boolean() },
  answer: Recipient,
  errors: [1402],
  async read({ reader }, { path, query }) {
    const { country } = await accessOrganization(reader);
    const phone = recipientPhone(path.phone, country, query.skipPhoneNumberValidation);
    return presentRecipient(await accessRecipientByPhone(reader, phone));
  },
});
