import type { enAccount } from './en-account.ts';

export const deAccount: typeof enAccount = {
  navigation: {
    label: 'Sie',
    dispatch: 'Disposition',
    driver: 'Fahrer',
    account: 'Konto',
    administration: 'Verwaltung',
    signOut: 'Abmelden',
  },
  signIn: {
    title: 'Anmelden',
    emailOrPhone: 'E-Mail-Adresse oder Telefon',
    shared: 'Dieses Gerät benutzen auch andere',
    sharedHint: 'Sie werden abgemeldet, wenn der Browser schließt.',
    button: 'Weiter',
    forgotten: 'Passwort vergessen?',
    wrong: 'Die Adresse oder das Passwort ist falsch.',
    expired: 'Das hat zu lange gedauert. Bitte melden Sie sich noch einmal an.',
    deactivated: 'Dieses Konto ist abgeschaltet. Fragen Sie jemanden, der Ihre Organisation verwaltet.',
    otherSignIn: 'Ihre Organisation nimmt keine Passwörter: Melden Sie sich so an, wie sie es gesagt hat.',
    chooseTitle: 'Wohin möchten Sie?',
    chooseLead: 'Sie haben Konten in mehreren Organisationen.',
    codeTitle: 'Noch etwas',
    codeLead: 'Ihr Konto hat einen zweiten Faktor.',
    code: 'Code',
    codeHint: 'Aus Ihrer App oder einer Ihrer Ersatzcodes.',
    wrongCode: 'Dieser Code ist falsch oder wurde schon benutzt.',
    setUpTitle: 'Den zweiten Faktor einrichten',
    setUpLead: 'Ihre Organisation verlangt, dass das Anmelden auch einen Code aus einer App auf Ihrem Telefon braucht.',
    setUpButton: 'Einschalten und anmelden',
    said: {
      signedOut: 'Sie sind abgemeldet.',
      passwordChanged: 'Ihr Passwort ist geändert. Melden Sie sich mit dem neuen an.',
      joined: 'Sie sind dabei. Sie hatten hier schon ein Konto: Melden Sie sich mit dessen Passwort an.',
    },
  },
  phoneSignIn: {
    title: 'Dieses Telefon anmelden',
    lead: (worker: string, organization: string) =>
      `${worker}, mit diesem Telefon fahren Sie dann für ${organization}.`,
    before: 'Wer jetzt mit diesem Browser angemeldet ist, wird abgemeldet.',
    button: 'Anmelden',
    aside: 'Der Link gilt einmal. Ist das nicht Ihr Name, schließen Sie die Seite und sagen Sie es der Disposition.',
  },
  signOut: {
    title: 'Abmelden?',
    question: 'Dieser Browser braucht dann wieder Ihr Passwort. Andere bleiben angemeldet.',
    button: 'Abmelden',
    devices: 'Zurück zum Konto',
  },
  reset: {
    title: 'Neues Passwort',
    lead: 'Wir schicken Ihnen einen Link, mit dem Sie ein neues wählen.',
    ask: 'Link senden',
    sentTitle: 'Sehen Sie in Ihr Postfach',
    sent: (email) => `Wenn ${email} hier ein Konto hat, ist eine E-Mail mit einem Link unterwegs.`,
    sentAside: 'Der Link gilt eine Stunde.',
    chooseLead: (email) => `Für das Konto von ${email}. Alle Ihre Browser und Programme werden dann abgemeldet.`,
    button: 'Passwort speichern',
    mail: {
      subject: (organization) => `Ein neues Passwort für ${organization}`,
      body: (organization, link) =>
        `Hallo,\n\njemand hat für Ihr Konto bei ${organization} ein neues Passwort angefordert. Um eines zu wählen, öffnen Sie innerhalb einer Stunde:\n\n${link}\n\nWenn Sie es nicht waren, ist nichts zu tun.\n`,
    },
  },
  passwordChange: {
    title: 'Passwort ändern',
    lead: 'Alle anderen Browser und Fahrer-Apps werden dann abgemeldet. API-Schlüssel bleiben.',
    old: 'Jetziges Passwort',
    wrongOld: 'Das ist nicht Ihr jetziges Passwort.',
    button: 'Ändern',
    mail: {
      subject: (organization) => `Ihr Passwort für ${organization} ist geändert`,
      body: (organization, areClientsOut) =>
        `Hallo,\n\ndas Passwort Ihres Kontos bei ${organization} wurde eben geändert. ${areClientsOut ? 'Alle Ihre Browser und Programme sind abgemeldet, Ihre API-Schlüssel sind widerrufen. ' : ''}Wenn Sie es nicht waren, wählen Sie über „Passwort vergessen?“ auf der Anmeldeseite ein neues, und sagen Sie es jemandem, der die Organisation verwaltet.\n`,
    },
  },
  verify: {
    title: 'Adresse bestätigen',
    question: (email) => `Ist ${email} Ihre Adresse?`,
    joinLead:
      'Sie haben hier noch ein Konto mit dieser Adresse. Damit beide eines werden, geben Sie die Passwörter von beiden ein; das des anderen Kontos bleibt.',
    otherPassword: 'Passwort des anderen Kontos',
    password: 'Passwort dieses Kontos',
    wrongPasswords: 'Eines der beiden Passwörter ist falsch.',
    cannotJoin:
      'Die beiden Konten können nicht eines werden: Beide sind von derselben Art, eines hat einen zweiten Faktor, oder ein Passwort wurde gerade geändert. Der Link gilt noch.',
    button: 'Bestätigen',
    done: (email) => `${email} ist bestätigt.`,
  },
  account: {
    title: 'Ihr Konto',
    phone: 'Telefon',
    proven: 'bestätigt',
    unproven: 'nicht bestätigt',
    prove: (email) => `${email} per E-Mail bestätigen`,
    devices: 'Geräte und Programme',
    secondFactorOn: 'Zweiter Faktor: an',
    secondFactorOff: 'Zweiter Faktor: aus',
    said: {
      passwordChanged: 'Ihr Passwort ist geändert.',
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
    anew: {
      title: 'Sind Sie es?',
      lead: 'Sie haben sich mit diesem Browser vor einiger Zeit angemeldet. Bevor sich hier etwas ändert, zeigen Sie bitte, dass Sie es sind.',
      button: 'Weiter',
      orSignIn: 'Sie können sich auch ab- und wieder anmelden: Zehn Minuten lang wird hier danach nichts gefragt.',
    },
    made: (client, email, site) => `Der Schlüssel von ${client}, für ${email} bei ${site}:`,
  },
  secondFactor: {
    title: 'Zweiter Faktor',
    onTitle: 'Der zweite Faktor ist an',
    offLead:
      'Mit ihm braucht das Anmelden auch einen Code aus einer App auf Ihrem Telefon. Ein gestohlenes Passwort allein ist dann nichts wert. Um zu beginnen, geben Sie Ihr Passwort ein.',
    turnOn: 'Einschalten',
    scanLead: 'Scannen Sie das mit einer App für Codes und geben Sie den Code ein, den sie zeigt.',
    qr: 'Das Geheimnis als Bild zum Scannen',
    type: 'Oder tippen Sie es ein:',
    openApp: 'In einer App für Codes auf diesem Gerät öffnen',
    code: 'Code der App',
    confirm: 'Einschalten',
    wrongCode:
      'Dieser Code passt nicht. Geben Sie den ein, den die App jetzt zeigt, und prüfen Sie die Uhr Ihres Telefons.',
    isOn: 'Ab jetzt braucht das Anmelden einen Code.',
    recoveryLead:
      'Diese Codes öffnen je einmal, wenn Sie die App verloren haben. Drucken oder schreiben Sie sie auf: Sie werden nicht noch einmal gezeigt.',
    kept: 'Ich habe sie',
    onLead: 'Das Anmelden braucht einen Code Ihrer App. Um das auszuschalten, geben Sie Ihr Passwort ein.',
    turnOff: 'Ausschalten',
    demanded:
      'Das Anmelden braucht einen Code Ihrer App. Ihre Organisation verlangt das, darum lässt es sich nicht ausschalten. Mit einem neuen Telefon oder einer neuen App richten Sie es neu ein: Geben Sie Ihr Passwort ein. Ihre bisherigen Wiederherstellungscodes öffnen dann nichts mehr; Sie bekommen neue.',
    renew: 'Neu einrichten',
  },
  join: {
    title: (organization) => `${organization} beitreten`,
    lead: (referrer, organization, email) =>
      email === null
        ? `${referrer} lädt Sie zu ${organization} ein.`
        : `${referrer} lädt Sie zu ${organization} ein. Ihr Konto ist für ${email}.`,
    administratorLead: (organization, email) =>
      `Sie verwalten ab jetzt ${organization} mit. Ihr Konto ist für ${email}.`,
    workerLead: (organization, phone) =>
      `Sie fahren für ${organization}. Anmelden werden Sie sich mit ${phone} und diesem Passwort.`,
    channels: 'Kanäle',
    defaultChannels: 'Die, die alle bekommen',
    button: 'Beitreten',
  },
};
