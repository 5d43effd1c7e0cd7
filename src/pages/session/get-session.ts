import { presentSession, SessionObject } from './session-object.ts';
import { sessionOperation } from './session-operation.ts';

export const getSession = sessionOperation({
  method: 'GET',
  path: '',
  summary: 'Get the signed-in person and the apps they may open',
  access: 'signedIn',
  answer: SessionObject,
  serve: ({ services, session }) => presentSession(services, session),
});
