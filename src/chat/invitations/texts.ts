/** The e-mail that invites. */
interface Texts {
  subject(referrer: string, organization: string): string;
  /** @param days until the link ends; null: it does not */
  body(referrer: string, organization: string, link: string, days: number | null): string;
}

const languages: Record<string, Texts> = {
  en: {
    subject: (referrer, organization) => `${referrer} has invited you to join ${organization}`,
    body: (referrer, organization, link, days) =>
      `Hello,\n\n${referrer} wants you to join ${organization}. To begin, open this link:\n\n${link}\n\n` +
      `${days === null ? 'The link' : `The link works for ${days === 1 ? 'one day' : `${days} days`} and`} is for you alone.\n`,
  },
  de: {
    subject: (referrer, organization) => `${referrer} lädt Sie zu ${organization} ein`,
    body: (referrer, organization, link, days) =>
      `Hallo,\n\n${referrer} möchte Sie bei ${organization} dabeihaben. Öffnen Sie dazu diesen Link:\n\n${link}\n\n` +
      `${days === null ? 'Der Link' : `Der Link gilt ${days === 1 ? 'einen Tag' : `${days} Tage`} und`} ist nur für Sie.\n`,
  },
};

/** @param language the organization's; English where its texts are not there */
export function invitationTexts(language: string): Texts {
  const [base = ''] = language.toLowerCase().split(/[-_]/);
  return languages[base] ?? languages.en!;
}
