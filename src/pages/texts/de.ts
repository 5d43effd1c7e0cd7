import { deAccount } from './de-account.ts';
import { deOpenId } from './de-openid.ts';
import { deRefusals } from './de-refusals.ts';
import { deSetup } from './de-setup.ts';
import type { Texts } from './en.ts';

export const de: Texts = {
  ...deAccount,
  ...deOpenId,
  ...deSetup,
  refusals: deRefusals,
  brand: 'Hubbub',
  errors: {
    title: 'Etwas ist schiefgegangen',
    unexpected:
      'Der Server konnte das nicht ausführen. Bitte versuchen Sie es noch einmal; wenn es wieder geschieht, sagen Sie es denen, die ihn betreiben.',
    unreadable:
      'Der Server konnte nicht lesen, was gesendet wurde. Bitte gehen Sie zurück und versuchen Sie es noch einmal.',
    tooMany: 'Es gab zu viele Versuche von hier. Bitte warten Sie eine Minute und versuchen Sie es noch einmal.',
    busy: 'Der Server hat mehr zu tun, als er kann. Bitte versuchen Sie es gleich noch einmal.',
    unavailable: 'Der Server erreicht seine Datenbank nicht. Bitte versuchen Sie es gleich noch einmal.',
    foreignForm: (origin) =>
      `Dieses Formular kam nicht von einer Seite dieses Servers und wurde deshalb nicht angenommen. Der Server heißt ${origin}: Öffnen Sie ihn unter dieser Adresse. (Wer ihn betreibt, kann sie mit der Einstellung PUBLIC_URL ändern.)`,
    notAllowed: 'Diese Seite ist für die, die die Organisation verwalten.',
    seeBelow: 'Etwas fehlt oder stimmt nicht; es ist unten gekennzeichnet.',
    request: (id) => `Anfrage ${id}`,
    noOrganization:
      'Unter dieser Adresse gibt es keine Organisation. Vielleicht ist sie vertippt, oder die Organisation hat jetzt eine andere.',
  },
  organization: {
    title: 'Welche Organisation?',
    lead: 'Auf diesem Server sind mehrere Organisationen, jede unter einer eigenen Adresse. Ihre steht in der Einladung und in jeder E-Mail von hier.',
    address: 'Adresse Ihrer Organisation',
    hint: (host) => `Der Teil vor .${host} oder die ganze Adresse.`,
    button: 'Weiter',
    unknown: 'Unter dieser Adresse gibt es keine Organisation.',
    foundTitle: 'Gefunden',
    goThere: (organization) => `Weiter zu ${organization}`,
  },
  notFound: {
    title: 'Hier ist nichts',
    text: 'Vielleicht ist die Adresse vertippt, oder was hier war, ist nicht mehr da.',
    home: 'Zur Startseite',
  },
  goneLink: {
    title: 'Dieser Link gilt nicht',
    text: 'Er wurde schon benutzt oder ist zu alt.',
    instead: {
      invitation: {
        text: 'Wenn Sie schon beigetreten sind, melden Sie sich an. Sonst bitten Sie um einen neuen, wer Sie eingeladen hat.',
        go: 'Anmelden',
      },
      password: { text: 'Sie können sich einen neuen schicken lassen.', go: 'Neuen Link schicken' },
      phone: {
        text: 'Bitten Sie die Disposition um einen neuen, oder melden Sie sich mit Ihrer Telefonnummer an.',
        go: 'Anmelden',
      },
    },
  },
  password: {
    label: 'Passwort',
    length: (min, max) => `Das Passwort muss ${min} bis ${max} Zeichen haben.`,
    guessable:
      'Dieses Passwort ist zu leicht zu erraten: Wörter und Tastenreihen, die viele benutzen, und sonst kaum etwas.',
    names:
      'Dieses Passwort ist zu leicht zu erraten: Ihr Name, Ihre Adresse oder der Name der Organisation, und sonst kaum etwas.',
    known:
      'Dieses Passwort ist zu leicht zu erraten: Es ist eines von denen, die anderen gestohlen wurden und zuerst versucht werden.',
    kept: 'Das gewählte Passwort ist gespeichert. Geben Sie ein anderes ein, um es zu ändern.',
    hint: (min) => `Mindestens ${min} Zeichen. Gut sind mehrere Wörter, die sonst niemand zusammenstellt.`,
  },
  emailChange: {
    title: 'Neue E-Mail-Adresse',
    question: (email) => `Soll ${email} von jetzt an die Adresse Ihres Kontos sein?`,
    button: 'Bestätigen',
    doneTitle: 'Danke',
    done: (email) => `${email} ist jetzt die Adresse Ihres Kontos.`,
  },
  unsubscribe: {
    title: 'E-Mails über verpasste Nachrichten',
    question: (organization) => `Soll ${organization} Ihnen keine E-Mails über verpasste Nachrichten mehr senden?`,
    button: 'Keine E-Mails mehr',
    done: 'Sie bekommen keine E-Mails über verpasste Nachrichten mehr. In Ihren Einstellungen können Sie sie wieder einschalten.',
  },
  unsubscribeDigests: {
    title: 'Wöchentliche Zusammenfassungen',
    question: (organization) =>
      `Soll ${organization} Ihnen keine Zusammenfassungen mehr senden, was war, während Sie weg waren?`,
    button: 'Keine Zusammenfassungen mehr',
    done: 'Sie bekommen keine Zusammenfassungen mehr. In Ihren Einstellungen können Sie sie wieder einschalten.',
  },
  fields: {
    missing: 'Bitte füllen Sie das aus.',
    wrongEmail: 'Das ist keine E-Mail-Adresse.',
    email: 'E-Mail-Adresse',
    yourName: 'Ihr Name',
    back: 'Zurück',
    shownOnce: 'Es wird nur dieses eine Mal gezeigt. Heben Sie es auf, wo Sie Passwörter aufheben.',
  },
  setUp: {
    title: 'Hubbub einrichten',
    lead: 'Zuerst Ihre Organisation und Ihr Konto. Alles andere kann warten.',
    organizationPart: 'Organisation',
    organization: 'Name',
    organizationHint: 'So, wie Ihre Leute und Ihre Kundschaft sie kennen.',
    country: 'Land',
    chooseCountry: 'Auswählen …',
    timezone: 'Zeitzone',
    timezoneOfCountry: 'Die des Landes',
    chooseTimezone: 'Das Land hat mehrere Zeitzonen: Wählen Sie eine aus.',
    ownerPart: 'Sie',
    create: 'Organisation anlegen',
    codeTitle: 'Diesen Server einrichten',
    codeLead:
      'Wer diesen Server einrichtet, braucht den Code, den er beim Start in seinem Terminal ausgegeben hat. Er gilt eine Stunde; das gibt einen neuen aus:',
    code: 'Code',
    wrongCode: 'Dieser Code gilt nicht. Vielleicht ist er vertippt oder älter als eine Stunde.',
    go: 'Weiter',
    overTitle: 'Dieser Server ist eingerichtet',
    over: 'Es gibt schon eine Organisation. Wenn es Ihre ist, melden Sie sich an; sonst lassen Sie sich von jemandem dort einladen.',
    toStart: 'Zur Startseite',
  },
  connect: {
    title: 'Chat-App verbinden',
    lead: 'Ihre Nachrichten finden Sie in den Chat-Apps für Telefon und Computer, die die Schnittstelle dieses Servers sprechen.',
    install: 'Installieren Sie eine Zulip-App auf Telefon oder Computer.',
    enter: 'Fügen Sie eine Organisation hinzu und geben Sie diese Adresse ein, oder scannen Sie sie:',
    signIn: 'Melden Sie sich mit E-Mail-Adresse und Passwort an.',
    qr: 'Die Adresse als Bild zum Scannen',
  },
};
