export const en = {
  lead: 'Every browser in which somebody of the organization is signed in, the last used first.',
  columns: { who: 'Who', browser: 'Browser', used: 'Last used', tools: 'What can be done' },
  current: 'this browser',
  shared: 'shared device',
  since: (day: string) => `since ${day}`,
  end: 'Sign out',
  endTitle: (name: string, browser: string) => `Sign ${name} out of ${browser}?`,
  endText: 'It is out at once. They can sign in again there.',
  ended: 'The browser is signed out',
  own: 'Your own devices and app keys stand on your account page.',
  toOwn: 'Your devices',
};

export type SessionWords = typeof en;
