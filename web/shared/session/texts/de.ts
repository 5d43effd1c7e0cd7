import type { FactorWords } from './en.ts';

export const de: FactorWords = {
  lead: 'Ihre Organisation verlangt, dass das Anmelden auch einen Code aus einer App auf Ihrem Telefon braucht.',
  scan: 'Scannen Sie das mit einer App für Codes und geben Sie den Code ein, den sie zeigt.',
  picture: 'Das Geheimnis als Bild zum Scannen',
  here: 'In einer App für Codes auf diesem Gerät öffnen',
  secret: 'Das Geheimnis, zum Eintippen',
  recoveryLead:
    'Ab jetzt braucht das Anmelden einen Code. Diese Codes öffnen je einmal, wenn Sie die App verloren haben. Drucken oder schreiben Sie sie auf: Sie werden nicht noch einmal gezeigt.',
  kept: 'Ich habe sie',
};
