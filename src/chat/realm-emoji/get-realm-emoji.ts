import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { presentedRealmEmoji } from './access.ts';
import { RealmEmojiDictionary } from './present.ts';

export const getRealmEmoji = chatOperation({
  method: 'GET',
  path: '/realm/emoji',
  summary: "List the organization's custom emoji, including deactivated ones",
  access: anyUser,
  params: {},
  answer: { emoji: described(RealmEmojiDictionary, 'Custom emoji by their IDs, deactivated ones too.') },
  async read({ services, caller }) {
    return { emoji: await presentedRealmEmoji(services.state.of(caller.organizationId)) };
  },
});
