import type { FactSource } from '../../platform/events/facts.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import type { Services } from '../../platform/services.ts';
import { externalPictureAddress } from '../external-pictures/address.ts';
import { linkifiersOf } from '../linkifiers/access.ts';
import type { RenderOptions } from '../markdown/index.ts';
import { realmEmojiPictures } from '../realm-emoji/access.ts';
import { realmOf } from '../realms/access.ts';
import { settingsOf } from '../user-settings/access.ts';
import type { User } from '../users/user.ts';

/**
 * Returns the Markdown options of an organization and an author. They come from cached facts: no query is needed when
 * warm.
 */
export async function renderOptions(
  services: Services,
  facts: FactSource,
  author: Pick<User, 'settings' | 'emailVisibility'>,
): Promise<RenderOptions> {
  const { organizationId } = facts;

  const { settings } = await realmOf(facts);
  return {
    realmUrl: await organizationUrl(services, organizationId, facts),
    linkifiers: await linkifiersOf(facts),
    customEmoji: await realmEmojiPictures(facts),
    pictureAddress: (url) => externalPictureAddress(services, { organizationId, url }),
    previewsPictures: settings.inline_image_preview,
    findsSites: services.config.sitePreviews && settings.inline_url_embed_preview,
    ...(settings.default_code_block_language ? { defaultCodeLanguage: settings.default_code_block_language } : {}),
    translateEmoticons: settingsOf(author).translate_emoticons,
  };
}
