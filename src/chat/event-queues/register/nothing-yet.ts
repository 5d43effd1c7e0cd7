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

export const nothingYet = [nothing(['onboarding_steps'], 'onboarding_steps', 'list')];
