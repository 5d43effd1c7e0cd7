export const en = {
  lead: 'With a key another program calls the dispatch API in the name of the organization. It may do everything there.',
  columns: { name: 'For', made: 'Made', used: 'Last used, to the hour', tools: 'What can be done' },
  unnamed: 'Without a name',
  since: (day: string) => `since ${day}`,
  unused: 'never used',
  make: 'Make a key',
  label: 'What is it for?',
  labelHint: 'So that you know later which one to revoke.',
  made: 'The new key',
  madeText: 'Copy it now: it is shown this once and never again.',
  none: 'No key yet',
  noneText: 'Make one for a shop or another program that sends tasks.',
  revoke: 'Revoke',
  revokeTitle: (name: string) => `Revoke the key “${name}”?`,
  revokeText: 'Whatever uses it is refused from now on. It cannot be taken back.',
  revoked: 'The key is revoked',
  secret: 'Webhook secret',
  nextLabel: 'The next webhook secret',
  states: {
    unseen:
      'Every webhook is signed with it, so that a receiver can check where it comes from. Nobody has seen it yet.',
    known: 'Every webhook is signed with it, so that a receiver can check where it comes from.',
    changing:
      'It is being changed: webhooks are signed with both, the old one and the next. End it when all receivers know the next one.',
  },
  show: 'Show the secret',
  reason: 'Why do you need it?',
  reasonHint: 'It stands in the log, with your name.',
  begin: 'Change the secret',
  confirm: 'End the old one',
  cancel: 'Keep the old one',
  ended: { confirm: 'Only the next secret holds now', cancel: 'The old secret stays' },
  shown: 'Receivers check the signature with it.',
  current: 'The old one, which holds until the change is ended:',
  next: 'The next one. Tell it to all receivers, then end the old one:',
};

export type KeyWords = typeof en;
