export const en = {
  lead: 'Who changed what, the newest first. It cannot be changed or deleted here.',
  columns: { what: 'What', who: 'Who', about: 'About', time: 'When' },
  action: 'What',
  actionHint: 'As webhook, or webhook.created',
  from: 'From',
  to: 'Until',
  filter: 'Show',
  csv: 'Download as CSV',
  none: 'Nothing is written down yet',
  noneText: 'What owners, administrators and dispatchers change will stand here.',
  noMatch: 'Nothing like that is written down.',
  unknown: 'nobody who was signed in',
  details: 'What changed',
  kinds: {
    person: 'person',
    administrator: 'dispatcher',
    worker: 'worker',
    bot: 'bot',
    key: 'key',
    command: 'command',
    server: 'the server',
    nobody: 'nobody who was signed in',
  } as Record<string, string>,
};

export type AuditWords = typeof en;
