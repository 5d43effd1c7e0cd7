/** What SMS say of the PIN that the recipient has to say, by language: behind another text, and of a new one. */
const pinTexts: Readonly<Record<string, { behind: string; renewed: string }>> = {
  en: {
    behind: 'Your PIN for the driver: {pin}',
    renewed: '{organization}: your new PIN for the driver is {pin}. {link}',
  },
  de: {
    behind: 'Ihre PIN für die Übergabe: {pin}',
    renewed: '{organization}: Ihre neue PIN für die Übergabe ist {pin}. {link}',
  },
  fr: {
    behind: 'Votre code PIN pour le livreur : {pin}',
    renewed: '{organization} : votre nouveau code PIN pour le livreur est {pin}. {link}',
  },
  es: {
    behind: 'Tu PIN para el repartidor: {pin}',
    renewed: '{organization}: tu nuevo PIN para el repartidor es {pin}. {link}',
  },
  it: {
    behind: 'Il tuo PIN per il corriere: {pin}',
    renewed: '{organization}: il tuo nuovo PIN per il corriere è {pin}. {link}',
  },
  pt: {
    behind: 'O seu PIN para o motorista: {pin}',
    renewed: '{organization}: o seu novo PIN para o motorista é {pin}. {link}',
  },
  nl: {
    behind: 'Uw pincode voor de chauffeur: {pin}',
    renewed: '{organization}: uw nieuwe pincode voor de chauffeur is {pin}. {link}',
  },
  sv: {
    behind: 'Din PIN-kod till föraren: {pin}',
    renewed: '{organization}: din nya PIN-kod till föraren är {pin}. {link}',
  },
  da: {
    behind: 'Din PIN-kode til chaufføren: {pin}',
    renewed: '{organization}: din nye PIN-kode til chaufføren er {pin}. {link}',
  },
  fi: {
    behind: 'PIN-koodisi kuljettajalle: {pin}',
    renewed: '{organization}: uusi PIN-koodisi kuljettajalle on {pin}. {link}',
  },
  pl: {
    behind: 'Twój PIN dla kierowcy: {pin}',
    renewed: '{organization}: Twój nowy PIN dla kierowcy to {pin}. {link}',
  },
  cs: {
    behind: 'Váš PIN pro řidiče: {pin}',
    renewed: '{organization}: váš nový PIN pro řidiče je {pin}. {link}',
  },
};

/** Of a task's own PIN in a language, `{pin}` in its place. */
export const renewedPinText = (language: string): string => (pinTexts[language] ?? pinTexts.en!).renewed;

/** A text with the PIN behind it, unless it has its place in it or is not told. */
export function withPin(
  text: string,
  { isPinShown: isTold, language }: { isPinShown: boolean; language: string },
): string {
  return isTold && !text.includes('{pin}') ? `${text} ${(pinTexts[language] ?? pinTexts.en!).behind}` : text;
}
