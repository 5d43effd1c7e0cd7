import { sessionOperation } from '../session/session-operation.ts';
import { accessPerson } from './access.ts';
import { PersonObject, presentPerson } from './person.ts';

export const getPerson = sessionOperation({
  method: 'GET',
  base: '/api/admin',
  path: '/people/:personId',
  summary: 'Get a person of the organization',
  access: 'administrator',
  answer: PersonObject,
  async serve(request) {
    return presentPerson(await accessPerson(request.services.database.reader, request, request.path.personId!));
  },
});
