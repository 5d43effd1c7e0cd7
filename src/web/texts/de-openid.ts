import type { enOpenId } from './en-openid.ts';

export const deOpenId: typeof enOpenId = {
  openId: {
    button: (label) => `Weiter mit ${label}`,
    title: (label) => `Anmelden mit ${label}`,
    again: 'Zurück zur Anmeldung',
    down: (label) =>
      `${label} antwortet im Moment nicht. Bitte versuche es in einer Minute wieder, oder melde dich anders an.`,
    expired:
      'Das hat zu lange gedauert, ist schon geschehen oder hat in einem anderen Browser begonnen. Bitte fang noch einmal an.',
    refused: (label) => `${label} hat dich nicht angemeldet. Bitte fang noch einmal an.`,
    nobody: (label, email) =>
      `Niemand hat hier ein Konto für ${email}, die Adresse, die ${label} nennt. Konten entstehen durch Einladung: Frag jemanden, der deine Organisation verwaltet.`,
    noEmail: (label) =>
      `${label} nennt keine geprüfte Adresse von dir. Deshalb wissen wir nicht, welches Konto deines ist.`,
    unproven: (email) =>
      `Es gibt ein Konto für ${email}, aber noch hat niemand gezeigt, dass er dort Post liest. Lass dir mit „Passwort vergessen?“ einen Link an diese Adresse schicken, folge ihm und komm wieder.`,
    other: (label, email) =>
      `Das Konto von ${email} gehört hier zu einem anderen Konto bei ${label}. Frag jemanden, der deine Organisation verwaltet.`,
    wrongAddress: (label, told, invited) =>
      `Die Einladung ist für ${invited}, und ${label} kennt dich als ${told}. Melde dich dort mit der eingeladenen Adresse an.`,
    otherOrganization: (label) => `${label} meldet niemanden bei dieser Organisation an.`,
    onlyProviders: 'Deine Organisation nimmt keine Passwörter: Melde dich so an.',
    notByPhone:
      'Deine Organisation nimmt keine Passwörter, und ein Anbieter kennt niemanden nach der Telefonnummer. Frag, wer dich eingeladen hat.',
    or: 'Oder:',
  },
  appSignIn: {
    title: 'App anmelden',
    question: (name, email, organization) =>
      `Soll die App, die diese Seite geöffnet hat, als ${name} (${email}) bei ${organization} angemeldet werden?`,
    hint: 'Nur, wenn du es gerade in der App verlangt hast. Sie bleibt dann angemeldet, bis du sie unter „Geräte und Programme“ abmeldest.',
    button: 'App anmelden',
    someoneElse: 'Ich bin jemand anders',
    noChat: 'Du hast kein Konto im Chat, also gibt es nichts, wobei eine App dich anmelden könnte.',
    badLinkTitle: 'Fang in der App an',
    badLink:
      'Diese Seite öffnet die Chat-App, wenn du dort wählst, dich mit dem Browser anzumelden. Bitte fang in der App an.',
  },
};
