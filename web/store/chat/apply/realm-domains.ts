import type { RealmDomain } from '../../wire/chat.ts';
import type { Reducer } from '../state.ts';

type Event = { op: 'add' | 'change'; realm_domain: RealmDomain } | { op: 'remove'; domain: string };

export const applyRealmDomains: Reducer<Event> = (state, event) => {
  const name = event.op === 'remove' ? event.domain : event.realm_domain.domain;
  const others = ((state.fields.realm_domains ?? []) as RealmDomain[]).filter(({ domain }) => domain !== name);
  const domains = event.op === 'remove' ? others : [...others, event.realm_domain];
  state.fields.realm_domains = domains.sort((a, b) => (a.domain < b.domain ? -1 : 1));
};
