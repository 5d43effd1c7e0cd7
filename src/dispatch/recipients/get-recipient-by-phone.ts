import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { accessOrganization } from '../organization/access.ts';
import { accessRecipientByPhone } from './access.ts';
import { recipientPhone } from './input.ts';
import { presentRecipient, Recipient } from './present.ts';

export const getRecipientByPhone = dispatchOperation({
  method: 'GET',
  path: '/recipients/phone/:phone',
  summary: 'Get the recipient who has exactly this phone number',
  access: 'apiKey',
  pathParams: { phone: Type.String({ description: "Number with `+`, or as one of the organization's country." }) },
  query: {
    skipPhoneNumberValidation: Type.Boolean({ description: 'True looks for the number as it is. False if absent.' }),
  },
  answer: Recipient,
  errors: [1402],
  async read({ reader }, { path, query }) {
    const { country } = await accessOrganization(reader);
    const phone = recipientPhone(path.phone, country, query.skipPhoneNumberValidation);
    return presentRecipient(await accessRecipientByPhone(reader, phone));
  },
});
