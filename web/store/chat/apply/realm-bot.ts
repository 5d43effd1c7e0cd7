import type { Reducer } from '../state.ts';

/** A bot that the person may manage, or what of it is another. */
interface Bot {
  user_id: number;
  [field: string]: unknown;
}

interface Event {
  op: 'add' | 'update' | 'delete' | 'remove';
  bot: Bot;
}

export const applyRealmBot: Reducer<Event> = (state, { op, bot }) => {
  const bots = (state.fields.realm_bots ?? []) as Bot[];
  const others = bots.filter(({ user_id }) => user_id !== bot.user_id);
  const known = bots.find(({ user_id }) => user_id === bot.user_id);
  if (op === 'add') state.fields.realm_bots = [...others, bot];
  else if (op !== 'update') state.fields.realm_bots = others;
  else if (known) state.fields.realm_bots = [...others, { ...known, ...bot }];
};
