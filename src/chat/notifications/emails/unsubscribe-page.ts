import type { FastifyInstance } from 'fastify';
import { uncachedFacts } from '../../../platform/events/facts.ts';
import { escapeForPage, sendPage } from '../../../platform/http/page.ts';
import { isStorable } from '../../../platform/http/text.ts';
import type { Services } from '../../../platform/services.ts';
import { type Realm, realmOf } from '../../realms/access.ts';
import { realmHost } from '../../settings/address.ts';
import { doSetSubscriptionSetting } from '../../subscriptions/actions.ts';
import { doUpdateSettings } from '../../user-settings/actions.ts';
import { findUserById } from '../../users/access.ts';
import { loadMailedChannelIds } from './queries.ts';
import { emailTexts } from './texts.ts';
import { readUnsubscribeLink, type Unsubscriber } from './unsubscribe-link.ts';

const PATH = '/email/unsubscribe/:organizationId/:userId/:signature';
/** `List-Unsubscribe=One-Click`, or the page's empty form; neither is read. */
const MAX_BODY_BYTES = 4096;

type Params = { organizationId: string; userId: string; signature: string };

/** What turns all e-mails of missed messages off. */
const OFF = {
  enable_offline_email_notifications: false,
  enable_followed_topic_email_notifications: false,
  enable_stream_email_notifications: false,
};

/**
 * Where e-mails of missed messages are ended without signing in (RFC 8058): a mail program posts, a person is asked
 * first, since programs that look for bad links open every address of a mail.
 */
export async function serveUnsubscribe(app: FastifyInstance, services: Services): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_request, _body, done) =>
    done(null),
  );

  app.get<{ Params: Params }>(PATH, async ({ params }, reply) => {
    const { realm, unsubscriber } = await open(services, params);
    const { page } = emailTexts(realm?.language ?? 'en');
    if (!realm || !unsubscriber) return sendPage(reply, 404, page.title, `<p>${escapeForPage(page.gone)}</p>`);
    const question = `<p>${escapeForPage(page.question(realm.name))}</p>`;
    return sendPage(
      reply,
      200,
      page.title,
      `${question}<form method="post"><button>${escapeForPage(page.button)}</button></form>`,
    );
  });

  app.post<{ Params: Params }>(PATH, async ({ params }, reply) => {
    const { realm, unsubscriber } = await open(services, params);
    const { page } = emailTexts(realm?.language ?? 'en');
    if (!realm || !unsubscriber) return sendPage(reply, 404, page.title, `<p>${escapeForPage(page.gone)}</p>`);
    await unsubscribe(services, unsubscriber);
    return sendPage(reply, 200, page.title, `<p>${escapeForPage(page.done)}</p>`);
  });
}

async function open(services: Services, params: Params): Promise<{ realm?: Realm; unsubscriber?: Unsubscriber }> {
  const unsubscriber = isStorable(params.organizationId) ? readUnsubscribeLink(services, params) : undefined;
  if (!unsubscriber) return {};
  const { organizationId, userId } = unsubscriber;
  await services.state.confirm(organizationId);
  // An organization may have been deleted since.
  const user = await findUserById(services.state, organizationId, userId);
  return user ? { unsubscriber, realm: await realmOf(services.state, organizationId) } : {};
}

/** Also where the person asked for the e-mails of a channel, or this one would not be the last. */
async function unsubscribe(services: Services, { organizationId, userId }: Unsubscriber): Promise<void> {
  await services.database.transaction(
    async (tx) => {
      const user = await findUserById(uncachedFacts(tx), organizationId, userId);
      await doUpdateSettings(tx, organizationId, user!, OFF, realmHost(services));
      const channelIds = await loadMailedChannelIds(tx, organizationId, userId);
      const values = channelIds.map((channelId) => ({ channelId, value: false }));
      if (values.length > 0) await doSetSubscriptionSetting(tx, organizationId, userId, 'email_notifications', values);
    },
    { organizationId, takesLog: true },
  );
}
