import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { queryOf } from '../../platform/http/paths.ts';
import { countPublicView } from '../../platform/http/public-views.ts';
import { decodeForm, isStorable } from '../../platform/http/text.ts';
import { logRefusedRequest } from '../../platform/log-refused-request.ts';
import { isLinkHostOf, originsAt, urlOfHost } from '../../platform/organizations/hosts.ts';
import type { Services } from '../../platform/services.ts';
import { isByOwnLink, isFromOwnPage } from '../../platform/sessions/own-page.ts';
import { labelOf } from '../../platform/sessions/session.ts';
import { callApiWith } from './call-api.ts';
import { PageProblem, sendErrorPage } from './error-pages.ts';
import { bodyLimitOf, type Fields, hasFile, readFormFields, UnreadableForm } from './form.ts';
import { PAGE_HEADERS } from './headers.ts';
import { languageIn } from './language.ts';
import { readMultipart } from './multipart.ts';
import type { Page, PageAnswer, PageRequest, Visitor } from './page.ts';
import { organizationNameAt, readHost } from './read-host.ts';
import { sendView } from './send.ts';
import { serveStylesheet } from './stylesheet.ts';
import { actorOfVisitor, mayHave, visitorOf } from './visitor.ts';

/** Pages for one address in a minute: more than an office behind one address opens by hand. */
const MAX_VIEWS = 600;

/** The page dialect: serves the declared pages. */
export async function pagesServer(
  app: FastifyInstance,
  { services, pages }: { services: Services; pages: readonly Page[] },
): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  // Whatever else comes is a form without fields; so is multipart where no file is asked for (RFC 8058: mail programs may send it).
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, ''));
  app.setErrorHandler((error: Error, request, reply) => {
    if (error instanceof PageProblem && error.refusedFor) logRefusedRequest(services, request, error.refusedFor);
    return sendErrorPage(error, request, reply);
  });
  serveStylesheet(app);

  for (const declared of pages) {
    const config = { operation: declared };
    app.get(declared.path, { config }, async (request, reply) => {
      const context = await contextOf(app, services, request, await visitorOf(app, services, request));
      return send(reply, context, guard(declared, context, request.url) ?? (await declared.show(context)));
    });
    const { submit, form = {} } = declared;
    if (!submit) continue;
    app.post(declared.path, { config, bodyLimit: bodyLimitOf(form) }, async (request, reply) => {
      if (!declared.fromAnywhere) await checkOrigin(services, request);
      const context = await contextOf(app, services, request, await visitorOf(app, services, request));
      const refused = guard(declared, context, request.url);
      if (refused) return send(reply, context, refused);
      const values = readFormFields(form, await fieldsOf(form, request));
      return send(reply, context, await submit.call(declared, context, values));
    });
  }
}

/** Leads whoever must choose an organization, or sign in, first there and back. */
function guard(
  { access, asksWhich }: Page,
  { visitor, isOfSeveral }: PageRequest,
  url: string,
): PageAnswer | undefined {
  if (asksWhich && isOfSeveral) return { redirect: `/organization?to=${encodeURIComponent(url)}` };
  if (access === 'anyone') return undefined;
  if (!visitor) return { redirect: `/sign-in?to=${encodeURIComponent(url)}` };
  if (!mayHave(access, visitor)) throw new PageProblem(403, ({ errors }) => errors.notAllowed, 'no right');
  return undefined;
}

async function checkOrigin(services: Services, request: FastifyRequest): Promise<void> {
  if (await isFromOwnPage(services, request)) return;
  const [origin = ''] = await originsAt(services, request.client.host);
  throw new PageProblem(403, ({ errors }) => errors.foreignForm({ origin }), 'foreign page');
}

/** @throws {WrongHost} at a host of nobody */
async function contextOf(
  app: FastifyInstance,
  services: Services,
  request: FastifyRequest,
  visitor: Visitor | undefined,
): Promise<PageRequest> {
  countPublicView(services, request.client.address, MAX_VIEWS);
  const params = request.params as Record<string, string>;
  if (!Object.values(params).every(isStorable)) throw new PageProblem(404, ({ notFound }) => notFound.text);
  const { 'accept-language': acceptLanguage = '', 'user-agent': userAgent, cookie } = request.headers;
  const { texts, tag } = languageIn(request.headers);
  const { address, host } = request.client;
  const readFromHost = await readHost(services, host);
  return {
    ...readFromHost,
    organizationName: visitor?.organization.name ?? (await organizationNameAt(services, readFromHost)),
    services,
    now: services.clock.now(),
    texts,
    language: tag,
    acceptLanguage,
    params,
    query: decoded(queryOf(request.url)),
    cookie,
    address,
    origin: { actor: actorOfVisitor(visitor), address, userAgent: userAgent ?? null },
    host,
    url: urlOfHost(services, host),
    opens: (organizationId) => isLinkHostOf(services, host, organizationId),
    isByOwnLink: () => isByOwnLink(services, request),
    browser: labelOf(userAgent),
    worldApi: callApiWith(app, request, { 'user-agent': userAgent ?? '' }),
    visitor,
  };
}

/** Reads the fields of a form in either of its encodings. @throws {UnreadableForm} */
async function fieldsOf(form: Fields, { body, headers }: FastifyRequest): Promise<ReadonlyMap<string, string>> {
  if (Buffer.isBuffer(body)) return hasFile(form) ? readMultipart(body, headers['content-type']!) : new Map();
  return decoded((body as string | undefined) ?? '');
}

/** @throws {UnreadableForm} */
function decoded(text: string): Map<string, string> {
  try {
    return decodeForm(text);
  } catch {
    throw new UnreadableForm('not in percent-encoding');
  }
}

function send(
  reply: FastifyReply,
  { texts, language: tag, visitor, organizationName }: PageRequest,
  answer: PageAnswer,
): FastifyReply {
  if (answer.setCookie !== undefined) reply.header('set-cookie', [answer.setCookie].flat());
  if ('redirect' in answer) return reply.headers(PAGE_HEADERS).redirect(answer.redirect, 303);
  if ('download' in answer) {
    const { content, size, contentType, name } = answer.download;
    return reply
      .headers(PAGE_HEADERS)
      .headers({
        'content-type': contentType,
        'content-length': size,
        'content-disposition': `attachment; filename="${name}"`,
      })
      .send(content);
  }
  return sendView(reply, { texts, tag }, { ...answer, organization: answer.organization ?? organizationName }, visitor);
}
