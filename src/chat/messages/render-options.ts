import type { FactSource } from '../../platform/events/facts.ts';
import type { Services } from '../../platform/services.ts';
import { linkifiersOf } from '../linkifiers/access.ts';
import type { RenderOptions } from '../markdown/index.ts';
import { realmEmojiPictures } from '../realm-emoji/access.ts';
import { realmUrl } from '../settings/address.ts';
import { settingsOf } from '../user-settings/access.ts';
import type { User } from '../users/user.ts';

/** What an organization and an author make of Markdown. Of kept facts: warm, it asks nothing of the database. */
export async function renderOptions(
  services: Services,
  facts: FactSource,
  organizationId: string,
  author: Pick<User, 'settings' | 'emailVisibility'>,
): Promise<RenderOptions> {
  return {
    realmUrl: realmUrl(services),
    linkifiers: await linkifiersOf(facts, organizationId),
    customEmoji: await realmEmojiPictures(facts, organizationId),
    translateEmoticons: settingsOf(author).translate_emoticons,
  };
}
