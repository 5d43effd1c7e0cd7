import type { enAccount } from './en-account.ts';

export const deAccount: typeof enAccount = {
  navigation: { label: 'Du', account: 'Konto', administration: 'Verwaltung', signOut: 'Abmelden' },
  signIn: {
    title: 'Anmelden',
    emailOrPhone: 'E-Mail-Adresse oder Telefon',
    shared: 'Dieses Gerät benutzen auch andere',
    sharedHint: 'Du wirst abgemeldet, wenn der Browser schließt.',
    button: 'Weiter',
    forgotten: 'Passwort vergessen?',
    wrong: 'Die Adresse oder das Passwort ist falsch.',
    expired: 'Das hat zu lange gedauert. Bitte melde dich noch einmal an.',
    deactivated: 'Dieses Konto ist abgeschaltet. Frag jemanden, der deine Organisation verwaltet.',
    otherSignIn: 'Deine Organisation nimmt keine Passwörter: Melde dich so an, wie sie es gesagt hat.',
    chooseTitle: 'Wohin möchtest du?',
    chooseLead: 'Du hast Konten in mehreren Organisationen.',
    codeTitle: 'Noch etwas',
    codeLead: 'Dein Konto hat einen zweiten Faktor.',
    code: 'Code',
    codeHint: 'Aus deiner App oder einer deiner Ersatzcodes.',
    wrongCode: 'Dieser Code ist falsch oder wurde schon benutzt.',
    said: {
      signedOut: 'Du bist abgemeldet.',
      passwordChanged: 'Dein Passwort ist geändert. Melde dich mit dem neuen an.',
      joined: 'Du bist dabei. Du hattest hier schon ein Konto: Melde dich mit dessen Passwort an.',
    },
  },
  phoneSignIn: {
    title: 'Dieses Telefon anmelden',
    lead: (worker: string, organization: string) => `${worker}, mit diesem Telefon fährst du dann für ${organization}.`,
    before: 'Wer jetzt mit diesem Browser angemeldet ist, wird abgemeldet.',
    button: 'Anmelden',
    aside: 'Der Link gilt einmal. Ist das nicht dein Name, schließe die Seite und sag es der Disposition.',
  },
  signOut: {
    title: 'Abmelden?',
    question: 'Dieser Browser braucht dann wieder dein Passwort. Andere bleiben angemeldet.',
    button: 'Abmelden',
    devices: 'Zurück zum Konto',
  },
  reset: {
    title: 'Neues Passwort',
    lead: 'Wir schicken dir einen Link, mit dem du ein neues wählst.',
    ask: 'Link senden',
    sentTitle: 'Sieh in dein Postfach',
    sent: (email) => `Wenn ${email} hier ein Konto hat, ist eine E-Mail mit einem Link unterwegs.`,
    sentAside: 'Der Link gilt eine Stunde.',
    chooseLead: (email) => `Für das Konto von ${email}. Alle deine Browser und Programme werden dann abgemeldet.`,
    button: 'Passwort speichern',
    mail: {
      subject: (organization) => `Ein neues Passwort für ${organization}`,
      body: (organization, link) =>
        `Hallo,\n\njemand hat für dein Konto bei ${organization} ein neues Passwort angefordert. Um eines zu wählen, öffne innerhalb einer Stunde:\n\n${link}\n\nWenn du es nicht warst, ist nichts zu tun.\n`,
    },
  },
  passwordChange: {
    title: 'Passwort ändern',
    lead: 'Alle anderen Browser und Fahrer-Apps werden dann abgemeldet. API-Schlüssel bleiben.',
    old: 'Jetziges Passwort',
    wrongOld: 'Das ist nicht dein jetziges Passwort.',
    button: 'Ändern',
    mail: {
      subject: (organization) => `Dein Passwort für ${organization} ist geändert`,
      body: (organization, areClientsOut) =>
        `Hallo,\n\ndas Passwort deines Kontos bei ${organization} wurde eben geändert. ${areClientsOut ? 'Alle deine Browser und Programme sind abgemeldet, deine API-Schlüssel sind widerrufen. ' : ''}Wenn du es nicht warst, wähle über „Passwort vergessen?“ auf der Anmeldeseite ein neues, und sag es jemandem, der die Organisation verwaltet.\n`,
    },
  },
  verify: {
    title: 'Adresse bestätigen',
    question: (email) => `Ist ${email} deine Adresse?`,
    joinLead:
      'Du hast hier noch ein Konto mit dieser Adresse. Damit beide eines werden, gib die Passwörter von beiden ein; das des anderen Kontos bleibt.',
    otherPassword: 'Passwort des anderen Kontos',
    password: 'Passwort dieses Kontos',
    wrongPasswords: 'Eines der beiden Passwörter ist falsch.',
    cannotJoin:
      'Die beiden Konten können nicht eines werden: Beide sind von derselben Art, eines hat einen zweiten Faktor, oder ein Passwort wurde gerade geändert. Der Link gilt noch.',
    button: 'Bestätigen',
    done: (email) => `${email} ist bestätigt.`,
  },
  account: {
    title: 'Dein Konto',
    phone: 'Telefon',
    proven: 'bestätigt',
    unproven: 'nicht bestätigt',
    prove: (email) => `${email} per E-Mail bestätigen`,
    devices: 'Geräte und Programme',
    secondFactorOn: 'Zweiter Faktor: an',
    secondFactorOff: 'Zweiter Faktor: aus',
    said: {
      passwordChanged: 'Dein Passwort ist geändert.',
      linkSent: 'Eine E-Mail mit einem Link ist unterwegs.',
    },
  },
  devices: {
    title: 'Geräte und Programme',
    browsers: 'Browser',
    thisOne: 'Dieser Browser',
    used: (date) => `Zuletzt benutzt: ${date}`,
    signOut: 'Abmelden',
    clients: 'Programme mit Schlüssel',
    unnamed: 'Ohne Namen',
    since: (date) => `Seit ${date}`,
    revoke: 'Widerrufen',
    client: 'Name eines Programms',
    clientHint: 'Für ein Chat-Programm, das einen API-Schlüssel nimmt, wie ein Terminal oder ein Skript.',
    make: 'Schlüssel erstellen',
    made: (client, email, site) => `Der Schlüssel von ${client}, für ${email} bei ${site}:`,
  },
  secondFactor: {
    title: 'Zweiter Faktor',
    onTitle: 'Der zweite Faktor ist an',
    offLead:
      'Mit ihm braucht das Anmelden auch einen Code aus einer App auf deinem Telefon. Ein gestohlenes Passwort allein ist dann nichts wert. Um zu beginnen, gib dein Passwort ein.',
    turnOn: 'Einschalten',
    scanLead: 'Scanne das mit einer App für Codes und gib den Code ein, den sie zeigt.',
    qr: 'Das Geheimnis als Bild zum Scannen',
    type: 'Oder tippe es ein:',
    code: 'Code der App',
    confirm: 'Einschalten',
    wrongCode: 'Dieser Code passt nicht. Gib den ein, den die App jetzt zeigt, und prüfe die Uhr deines Telefons.',
    isOn: 'Ab jetzt braucht das Anmelden einen Code.',
    recoveryLead:
      'Diese Codes öffnen je einmal, wenn du die App verloren hast. Drucke oder schreibe sie auf: Sie werden nicht noch einmal gezeigt.',
    kept: 'Ich habe sie',
    onLead: 'Das Anmelden braucht einen Code deiner App. Um das auszuschalten, gib dein Passwort ein.',
    turnOff: 'Ausschalten',
  },
  join: {
    title: (organization) => `${organization} beitreten`,
    lead: (referrer, organization, email) =>
      email === null
        ? `${referrer} lädt dich zu ${organization} ein.`
        : `${referrer} lädt dich zu ${organization} ein. Dein Konto ist für ${email}.`,
    administratorLead: (organization, email) =>
      `Du verwaltest ab jetzt ${organization} mit. Dein Konto ist für ${email}.`,
    workerLead: (organization, phone) =>
      `Du fährst für ${organization}. Anmelden wirst du dich mit ${phone} und diesem Passwort.`,
    button: 'Beitreten',
  },
};
