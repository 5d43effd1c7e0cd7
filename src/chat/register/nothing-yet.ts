import { Type } from 'typebox';
import { defineInitialState } from './initial-state.ts';

const none = Type.Array(Type.Unknown(), { maxItems: 0 });
const noEntries = Type.Object({}, { additionalProperties: false });

/** A list or a dictionary of what Hubbub cannot hold yet, and so is truly empty. Its slice takes its place here. */
function nothing<const Name extends string>(types: readonly string[], name: Name, form: 'list' | 'dictionary') {
  return defineInitialState({
    types,
    fields: { [name]: form === 'list' ? none : noEntries },
    async load() {
      return { [name]: form === 'list' ? [] : {} };
    },
  });
}

/** A value that is the same in every organization. */
function fixed(type: string, name: string, value: boolean | string) {
  const schema = typeof value === 'boolean' ? Type.Boolean() : Type.String();
  return defineInitialState({ types: [type], fields: { [name]: schema }, load: async () => ({ [name]: value }) });
}

export const nothingYet = [
  nothing(['onboarding_steps'], 'onboarding_steps', 'list'),
  nothing(['realm_embedded_bots'], 'realm_embedded_bots', 'list'),
  nothing(['stop_words'], 'stop_words', 'list'),
  fixed('video_calls', 'has_zoom_token', false),
  fixed('giphy', 'giphy_api_key', ''),
];
