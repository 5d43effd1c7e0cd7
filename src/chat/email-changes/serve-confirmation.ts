import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeForPage, sendPage } from '../../platform/http/page.ts';
import type { Services } from '../../platform/services.ts';
import { CONFIRM_PATH, confirmationHash, doConfirmEmail } from './actions.ts';
import { loadEmailChange } from './queries.ts';

const PATH = `${CONFIRM_PATH}/:token`;

interface Link {
  Params: { token: string };
}

/** The page behind the link to a new address. Opening it changes nothing: mail programs open links by themselves. */
export async function serveEmailConfirmation(app: FastifyInstance, { clock, database }: Services): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 1024 }, (_request, _body, done) => done(null));

  app.get<Link>(PATH, async ({ params }, reply) => {
    const change = await loadEmailChange(database.reader, confirmationHash(params.token), clock.now());
    if (!change) return sendGone(reply);
    const content = `
    <p>Shall <b>${escapeForPage(change.email)}</b> be the address of your account from now on?</p>
    <form method="post"><button>Confirm</button></form>`;
    return sendPage(reply, 200, 'New e-mail address', content);
  });

  app.post<Link>(PATH, async ({ params }, reply) => {
    const email = await database.transaction((tx) => doConfirmEmail(tx, params.token));
    if (email === undefined) return sendGone(reply);
    return sendPage(
      reply,
      200,
      'Thank you',
      `<p><b>${escapeForPage(email)}</b> is the address of your account now.</p>`,
    );
  });
}

function sendGone(reply: FastifyReply): FastifyReply {
  return sendPage(reply, 404, 'This link does not hold', '<p>It was used already, or it is too old.</p>');
}
