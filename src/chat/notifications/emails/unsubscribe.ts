import { uncachedFacts } from '../../../platform/events/facts.ts';
import type { Services } from '../../../platform/services.ts';
import { type Realm, realmOf } from '../../realms/access.ts';
import { realmHost } from '../../settings/address.ts';
import { doSetSubscriptionSetting } from '../../subscriptions/actions.ts';
import { doUpdateSettings } from '../../user-settings/actions.ts';
import { findUserById } from '../../users/access.ts';
import { loadMailedChannelIds } from './queries.ts';
import { type EndedEmails, readUnsubscribeLink, type Unsubscriber } from './unsubscribe-link.ts';

/** Settings that turn off all e-mails about missed messages. */
const OFF = {
  enable_offline_email_notifications: false,
  enable_followed_topic_email_notifications: false,
  enable_stream_email_notifications: false,
};

/**
 * Returns the person whose e-mails a link ends; undefined if the link is not ours, or its organization or account is
 * gone.
 */
export async function accessUnsubscriber(
  services: Services,
  kind: EndedEmails,
  link: { organizationId: string; userId: string; signature: string },
): Promise<{ realm: Realm; unsubscriber: Unsubscriber } | undefined> {
  const unsubscriber = readUnsubscribeLink(services, kind, link);
  if (!unsubscriber) return undefined;
  const { organizationId, userId } = unsubscriber;
  await services.state.confirm(organizationId);
  const user = await findUserById(services.state.of(organizationId), userId);
  return user && { unsubscriber, realm: await realmOf(services.state.of(organizationId)) };
}

/** Also where the person asked for the e-mails of a channel, or this one would not be the last. */
export async function doEndMissedEmails(services: Services, { organizationId, userId }: Unsubscriber): Promise<void> {
  await services.database.transaction(
    async (tx) => {
      const user = await findUserById(uncachedFacts(tx), userId);
      await doUpdateSettings(tx, user!, OFF, realmHost(services));
      const channelIds = await loadMailedChannelIds(tx, userId);
      const values = channelIds.map((channelId) => ({ channelId, value: false }));
      if (values.length > 0) await doSetSubscriptionSetting(tx, userId, 'email_notifications', values);
    },
    { organizationId, takesLog: true },
  );
}

export async function doEndDigests(services: Services, { organizationId, userId }: Unsubscriber): Promise<void> {
  await services.database.transaction(
    async (tx) => {
      const user = await findUserById(uncachedFacts(tx), userId);
      await doUpdateSettings(tx, user!, { enable_digest_emails: false }, realmHost(services));
    },
    { organizationId, takesLog: true },
  );
}
