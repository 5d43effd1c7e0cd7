import type { AuditWords } from './en.ts';

export const de: AuditWords = {
  lead: 'Wer was geändert hat, das Neueste zuerst. Hier kann daran nichts geändert und nichts gelöscht werden.',
  columns: { what: 'Was', who: 'Wer', about: 'Woran', time: 'Wann' },
  action: 'Was',
  actionHint: 'Etwa webhook oder webhook.created',
  from: 'Von',
  to: 'Bis',
  filter: 'Zeigen',
  csv: 'Als CSV herunterladen',
  none: 'Noch ist nichts aufgeschrieben',
  noneText: 'Was Inhaber, Verwalter und Disposition ändern, steht dann hier.',
  noMatch: 'So etwas ist nicht aufgeschrieben.',
  unknown: 'niemand, der angemeldet war',
  details: 'Was anders wurde',
  kinds: {
    person: 'Mensch',
    administrator: 'Disposition',
    worker: 'Fahrer',
    bot: 'Bot',
    key: 'Schlüssel',
    command: 'Befehl',
    server: 'der Server',
    nobody: 'niemand, der angemeldet war',
  },
};
