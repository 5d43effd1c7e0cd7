import type { SignInWords } from './en.ts';

export const de: SignInWords = {
  title: 'Anmelden',
  again: 'Ihre Sitzung ist beendet.',
  unsent: (count) =>
    count === 1
      ? '1 Aktion liegt noch auf diesem Telefon und wird gesendet, wenn Sie sich anmelden.'
      : `${count} Aktionen liegen noch auf diesem Telefon und werden gesendet, wenn Sie sich anmelden.`,
  scanLead: 'Die Disposition kann Ihnen ein Bild zeigen, das Sie anmeldet.',
  scan: 'Bild scannen',
  typed: 'Oder den Link einfügen',
  notOurs: 'Das ist kein Link der Disposition.',
  orPassword: 'Oder mit Telefonnummer und Passwort',
  code: 'Code Ihrer App',
  codeLead: 'Ihr Konto hat einen zweiten Faktor.',
  go: 'Anmelden',
};
