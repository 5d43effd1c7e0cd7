import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { presentedFilters, presentedLinkifiers } from '../linkifiers/access.ts';
import { LinkifierObject, LinkifierTuple } from '../linkifiers/present.ts';
import { loadItems } from '../owned-lists/access.ts';
import { PlaygroundObject, playgroundList, presentPlayground } from '../playgrounds/playground.ts';
import { loadDomains } from '../realm-domains/access.ts';
import { RealmDomainObject } from '../realm-domains/domain.ts';
import { presentedRealmEmoji } from '../realm-emoji/access.ts';
import { RealmEmojiDictionary } from '../realm-emoji/present.ts';
import { defineInitialState } from './initial-state.ts';

export const realmEmoji = defineInitialState({
  types: ['realm_emoji'],
  fields: {
    realm_emoji: described(
      RealmEmojiDictionary,
      'Custom emoji of the organization by their IDs, deactivated ones too.',
    ),
  },
  async load({ facts }) {
    return { realm_emoji: await presentedRealmEmoji(facts) };
  },
});

export const linkifiers = defineInitialState({
  types: ['realm_linkifiers'],
  fields: {
    realm_linkifiers: Type.Array(LinkifierObject, { description: 'Linkifiers, in the order in which they are tried.' }),
  },
  async load({ reader }) {
    return { realm_linkifiers: await presentedLinkifiers(reader) };
  },
});

/** The older form of linkifiers. */
export const filters = defineInitialState({
  types: ['realm_filters'],
  fields: {
    realm_filters: Type.Array(LinkifierTuple, {
      description: 'Older form of linkifiers: each as pattern, template and ID.',
    }),
  },
  async load({ reader }) {
    return { realm_filters: await presentedFilters(reader) };
  },
});

export const realmDomains = defineInitialState({
  types: ['realm_domains'],
  fields: {
    realm_domains: Type.Array(RealmDomainObject, {
      description: 'Domains that e-mail addresses may belong to, if they are restricted.',
    }),
  },
  async load({ reader }) {
    return { realm_domains: await loadDomains(reader) };
  },
});

export const playgrounds = defineInitialState({
  types: ['realm_playgrounds'],
  fields: {
    realm_playgrounds: Type.Array(PlaygroundObject, { description: 'Pages on which code blocks can be opened.' }),
  },
  async load({ reader, caller }) {
    return { realm_playgrounds: (await loadItems(reader, playgroundList, caller)).map(presentPlayground) };
  },
});
