import { presentSession, SessionObject } from './session-object.ts';
import { sessionOperation } from './session-operation.ts';

export const getSession = sessionOperation({
  method: 'GET',
  path: '',
  summary: 'Who is signed in with this browser, and what they may open',
  access: 'signedIn',
  answer: SessionObject,
  serve: ({ services, session }) => presentSession(services, session),
});
