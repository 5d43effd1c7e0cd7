import type { enOpenId } from './en-openid.ts';

export const deOpenId: typeof enOpenId = {
  openId: {
    button: (label) => `Weiter mit ${label}`,
    title: (label) => `Anmelden mit ${label}`,
    again: 'Zurück zur Anmeldung',
    down: (label) =>
      `${label} antwortet im Moment nicht. Bitte versuchen Sie es in einer Minute wieder, oder melden Sie sich anders an.`,
    expired:
      'Das hat zu lange gedauert, ist schon geschehen oder hat in einem anderen Browser begonnen. Bitte fangen Sie noch einmal an.',
    refused: (label) => `${label} hat Sie nicht angemeldet. Bitte fangen Sie noch einmal an.`,
    nobody: (label, email) =>
      `Niemand hat hier ein Konto für ${email}, die Adresse, die ${label} nennt. Konten entstehen durch Einladung: Fragen Sie jemanden, der Ihre Organisation verwaltet.`,
    noEmail: (label) =>
      `${label} nennt keine geprüfte Adresse von Ihnen. Deshalb wissen wir nicht, welches Konto Ihres ist.`,
    unproven: (email) =>
      `Es gibt ein Konto für ${email}, aber noch hat niemand gezeigt, dass er dort Post liest. Lassen Sie sich mit „Passwort vergessen?“ einen Link an diese Adresse schicken, folgen Sie ihm und kommen Sie wieder.`,
    other: (label, email) =>
      `Das Konto von ${email} gehört hier zu einem anderen Konto bei ${label}. Fragen Sie jemanden, der Ihre Organisation verwaltet.`,
    wrongAddress: (label, told, invited) =>
      `Die Einladung ist für ${invited}, und ${label} kennt Sie als ${told}. Melden Sie sich dort mit der eingeladenen Adresse an.`,
    otherOrganization: (label) => `${label} meldet niemanden bei dieser Organisation an.`,
    onlyProviders: 'Ihre Organisation nimmt keine Passwörter: Melden Sie sich so an.',
    notByPhone:
      'Ihre Organisation nimmt keine Passwörter, und ein Anbieter kennt niemanden nach der Telefonnummer. Fragen Sie, wer Sie eingeladen hat.',
    or: 'Oder:',
  },
  appSignIn: {
    title: 'App anmelden',
    question: (name, email, organization) =>
      `Soll die App, die diese Seite geöffnet hat, als ${name} (${email}) bei ${organization} angemeldet werden?`,
    hint: 'Nur, wenn Sie es gerade in der App verlangt haben. Sie bleibt dann angemeldet, bis Sie sie unter „Geräte und Programme“ abmelden.',
    button: 'App anmelden',
    someoneElse: 'Ich bin jemand anders',
    noChat: 'Sie haben kein Konto im Chat, also gibt es nichts, wobei eine App Sie anmelden könnte.',
    badLinkTitle: 'Fangen Sie in der App an',
    badLink:
      'Diese Seite öffnet die Chat-App, wenn Sie dort wählen, sich mit dem Browser anzumelden. Bitte fangen Sie in der App an.',
  },
};
