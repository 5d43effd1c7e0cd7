import type { FastifyInstance, FastifyReply } from 'fastify';
import { PASSWORD_CHARACTERS, passwordProblem } from '../../platform/credentials/password-rule.ts';
import { hashPassword } from '../../platform/credentials/passwords.ts';
import { escapeForPage, sendPage } from '../../platform/http/page.ts';
import { decodeForm, isStorable } from '../../platform/http/text.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import type { Services } from '../../platform/services.ts';
import { emitChange } from '../organization/changes.ts';
import { activationHash } from './activation.ts';
import { activate, findActivation } from './queries.ts';

/** Room for the longest password, each character of it encoded. */
const MAX_FORM_BYTES = 16_384;
const PATH = '/activate/:organizationId/:token';

interface Link {
  organizationId: string;
  token: string;
}

/**
 * The page behind the link of the confirmation e-mail, for people rather than programs: it asks for a password, and
 * with it the administrator's registration is completed (spec: dispatch 2, `isActive`).
 */
export async function serveActivation(app: FastifyInstance, services: Services): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_FORM_BYTES }, (_request, body, done) => {
    try {
      done(null, decodeForm(body as string));
    } catch {
      done(null, new Map());
    }
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode && error.statusCode < 500 ? error.statusCode : 500;
    if (status === 500) request.log.error({ err: error, request: request.id }, 'the activation page failed');
    sendPage(reply, status, 'Something went wrong', '<p>Please try again.</p>');
  });

  app.get<{ Params: Link }>(PATH, async ({ params }, reply) => {
    const found = await open(services, params);
    return found ? sendPage(reply, 200, found.title, form(found.email)) : sendGone(reply);
  });

  app.post<{ Params: Link; Body: ReadonlyMap<string, string> | undefined }>(PATH, async ({ params, body }, reply) => {
    const found = await open(services, params);
    if (!found) return sendGone(reply);
    const password = body?.get('password') ?? '';
    const problem = passwordProblem(password);
    if (problem) return sendPage(reply, 400, found.title, form(found.email, `The password ${problem}.`));
    const passwordHash = await hashPassword(password);
    const activated = await services.database.transaction(async (tx) => {
      const rows = await activate(tx, params.organizationId, activationHash(params.token), passwordHash);
      if (rows > 0) emitChange(tx, params.organizationId, 'administratorActivated', { id: found.id });
      return rows > 0;
    });
    if (!activated) return sendGone(reply);
    return sendPage(reply, 200, found.title, '<p>Thank you. Your account is confirmed.</p>');
  });
}

async function open(services: Services, { organizationId, token }: Link) {
  if (!isStorable(organizationId)) return undefined;
  const { reader } = services.database;
  const administrator = await findActivation(reader, organizationId, activationHash(token), services.clock.now());
  if (!administrator) return undefined;
  const organization = await findOrganization(reader, organizationId);
  return { ...administrator, title: organization?.name ?? '' };
}

function form(email: string, problem?: string): string {
  return `
    <p>Choose a password for <b>${escapeForPage(email)}</b> to confirm your account.</p>
    ${problem ? `<p role="alert">${escapeForPage(problem)}</p>` : ''}
    <form method="post">
      <input type="hidden" name="username" autocomplete="username" value="${escapeForPage(email)}">
      <label>Password <input type="password" name="password" autocomplete="new-password" required
        minlength="${PASSWORD_CHARACTERS.min}" maxlength="${PASSWORD_CHARACTERS.max}" autofocus></label>
      <button>Confirm</button>
    </form>`;
}

function sendGone(reply: FastifyReply): FastifyReply {
  return sendPage(reply, 404, 'This link does not hold', '<p>It was used already, or it is too old.</p>');
}
