import { Type } from 'typebox';
import { anyone } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { text } from '../http/params.ts';

/** It would give a key to whoever knows an address, which only a server for development may. */
export const devFetchApiKey = chatOperation({
  method: 'POST',
  path: '/dev_fetch_api_key',
  summary: 'Refused: it is for development servers',
  access: anyone,
  params: { username: text(Type.String({ description: 'E-mail address of the account.' })) },
  answer: {},
  async serve() {
    throw badRequest('Dev environment not enabled.');
  },
});
