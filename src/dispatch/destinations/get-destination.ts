import { dispatchOperation } from '../http/operation.ts';
import { accessDestination } from './access.ts';
import { Destination, presentDestination } from './present.ts';

export const getDestination = dispatchOperation({
  method: 'GET',
  path: '/destinations/:destinationId',
  summary: 'Get a destination by its ID',
  access: 'apiKey',
  ids: ['destinationId'],
  answer: Destination,
  errors: [1402],
  async read({ reader }, { path }) {
    return presentDestination(await accessDestination(reader, path.destinationId!));
  },
});
