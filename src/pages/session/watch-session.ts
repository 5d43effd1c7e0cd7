import { Type } from 'typebox';
import { isSessionOpen } from '../../platform/sessions/access.ts';
import { sessionOperation } from './session-operation.ts';

/** Interval of checks for sessions that expired. */
const LOOK_MS = 60_000;

export const watchSession = sessionOperation({
  method: 'GET',
  path: '/events',
  summary: 'Stream until this session ends, then send `ended`: signed out elsewhere, deactivated or expired',
  access: 'signedIn',
  holds: true,
  events: {
    watching: Type.Object({}, { description: 'The stream is open: from now on the end of the session is sent.' }),
    ended: Type.Object({}, { description: 'The session is over: the server closes the stream.' }),
  },
  async stream({ services, session }, stream) {
    const { organizationId, personId, credentialId } = session;
    const { feed, state, log } = services;
    const look = async () => {
      if (await isSessionOpen(services, session)) return;
      stream.send({ event: 'ended', data: {} });
      stream.end();
    };
    // Without the database nobody knows; the next look will.
    const lookAgain = () =>
      void look().catch((error: Error) => log.debug({ err: error }, 'a session was not looked at'));
    const stopListening = feed.listen((events) => {
      const isOwn = ({ organizationId: of, kind, payload }: (typeof events)[number]) =>
        of === organizationId &&
        kind === 'credentials_revoked' &&
        [personId, credentialId, organizationId].includes((payload as { id: string }).id);
      if (events.some(isOwn)) lookAgain();
    });
    // Followed as long as somebody watches; an organization that nobody asks for is let go.
    const timer = setInterval(() => {
      void feed.follow(organizationId).catch(() => undefined);
      lookAgain();
    }, LOOK_MS);
    stream.onEnd(() => {
      stopListening();
      clearInterval(timer);
    });
    // Changes before this process followed the organization caused no event.
    await state.confirm(organizationId);
    stream.send({ event: 'watching', data: {} });
    lookAgain();
  },
});
