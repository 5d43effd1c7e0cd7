import type { SignInWords } from './en.ts';

export const de: SignInWords = {
  title: 'Anmelden',
  again:
    'Ihre Sitzung ist zu Ende. Was Sie getan haben und nicht abgesandt ist, liegt noch auf diesem Telefon und geht weiter, wenn Sie sich anmelden.',
  scanLead: 'Die Disposition kann Ihnen ein Bild zeigen, das Sie anmeldet.',
  scan: 'Bild scannen',
  typed: 'Oder den Link einfügen',
  notOurs: 'Das ist kein Link der Disposition.',
  orPassword: 'Oder mit Telefonnummer und Passwort',
  code: 'Code Ihrer App',
  codeLead: 'Ihr Konto hat einen zweiten Faktor.',
  go: 'Anmelden',
};
