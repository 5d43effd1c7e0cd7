import type { SignInWords } from './en.ts';

export const de: SignInWords = {
  title: 'Anmelden',
  again:
    'Deine Sitzung ist zu Ende. Was du getan hast und nicht abgesandt ist, liegt noch auf diesem Telefon und geht weiter, wenn du dich anmeldest.',
  scanLead: 'Die Disposition kann dir ein Bild zeigen, das dich anmeldet.',
  scan: 'Bild scannen',
  typed: 'Oder den Link einfügen',
  notOurs: 'Das ist kein Link der Disposition.',
  orPassword: 'Oder mit Telefonnummer und Passwort',
  code: 'Code deiner App',
  codeLead: 'Dein Konto hat einen zweiten Faktor.',
  go: 'Anmelden',
};
