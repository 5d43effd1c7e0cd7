import type { ServerWords } from './en.ts';

export const de: ServerWords = {
  lead: 'Wie es um den Server steht, so wie der Befehl „doctor“ es sagt.',
  version: 'Version',
  address: 'Adresse',
  noAddress: 'keine ist eingestellt (PUBLIC_URL)',
  files: 'Dateien',
  filesOf: (used, quota) => `${used} von ${quota} (UPLOAD_QUOTA_MIB)`,
  well: 'Alles, was angesehen wurde, ist, wie es sein soll.',
  unwell: 'Etwas braucht Aufmerksamkeit.',
  several: 'Mehrere Organisationen teilen sich diesen Server. Wie es um ihn steht, erfährt, wer ihn betreibt.',
  ok: 'wie es sein soll',
  notOk: 'braucht Aufmerksamkeit',
  missing: 'Was fehlt, um von außen benutzt zu werden',
  lacks: {
    publicUrl:
      'PUBLIC_URL: die Adresse, unter der Menschen diesen Server erreichen. Ohne sie führen Links nur auf diesen Rechner.',
    https: 'HTTPS: was zwischen Browsern und Server geht, kann unterwegs gelesen werden.',
    mail: 'SMTP_URL: Einladungen und Links für neue Passwörter gehen an niemanden.',
    sms: 'SMS_PROVIDER: Fahrer und Empfänger erfahren nichts per SMS.',
  },
  again: 'Noch einmal nachsehen',
};
