import { Type } from 'typebox';
import { defineInitialState } from './initial-state.ts';

/** A list of what Hubbub cannot hold yet, and so is truly empty. Its slice takes its place here. */
function nothing<const Name extends string>(name: Name, description: string) {
  return defineInitialState({
    types: [name],
    fields: { [name]: Type.Array(Type.Unknown(), { maxItems: 0, description: `Always empty: ${description}` }) },
    load: async () => ({ [name]: [] }),
  });
}

/** A value that is the same in every organization. */
function fixed(type: string, name: string, value: boolean | string, description: string) {
  const schema = typeof value === 'boolean' ? Type.Boolean({ description }) : Type.String({ description });
  return defineInitialState({ types: [type], fields: { [name]: schema }, load: async () => ({ [name]: value }) });
}

export const nothingYet = [
  nothing('onboarding_steps', 'the server has no introduction for new users.'),
  nothing('realm_embedded_bots', 'no bots run in the server itself.'),
  nothing('stop_words', 'a search ignores no words.'),
  fixed('video_calls', 'has_zoom_token', false, 'Always false: Zoom is not one of the services for calls.'),
  fixed('giphy', 'giphy_api_key', '', 'Always empty: the server has no key for GIPHY.'),
];
