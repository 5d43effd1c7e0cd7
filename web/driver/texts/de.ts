import type { Words } from './en.ts';

export const de: Words = {
  title: 'Fahrer',
  navigation: 'Ansichten',
  screens: { today: 'Heute', sent: 'Gesendet', me: 'Ich', stop: 'Halt', ask: 'Disposition fragen' },
  unsent: (count, since) => `${count} nicht gesendet seit ${since}`,
  notAccepted: (count) => `${count} nicht angenommen`,
  nothingUnsent: 'Alles ist gesendet',
  offline: (since) => `Keine Verbindung seit ${since}`,
  clock: (minutes, ahead) =>
    `Die Uhr dieses Telefons geht ${minutes} Minuten ${ahead ? 'vor' : 'nach'}. Die Zeiten der Lieferungen wären falsch: bitte stellen.`,
  door: {
    insecure: 'Diese Adresse ist nicht sicher',
    insecureText:
      'Die App braucht eine Adresse, die mit https beginnt, um Ihre Arbeit auf diesem Telefon aufzuheben. Fragen Sie die Disposition danach.',
    unkept: 'Dieser Browser hebt nichts auf',
    unkeptText:
      'Ihre Arbeit muss auf diesem Telefon liegen, bis sie gesendet ist, und der Browser lässt es nicht zu. Verlassen Sie das private Fenster, oder schaffen Sie Platz auf dem Telefon, und versuchen Sie es noch einmal.',
    noDriver: 'Sie sind hier kein Fahrer',
    noDriverText: (organization) =>
      `Diese App ist für die Fahrer von ${organization}. Die Disposition kann Sie dazu machen.`,
    home: 'Zur Startseite',
  },
  action: {
    saved: 'auf diesem Telefon gespeichert',
    sent: (time) => `gesendet ${time}`,
    refused: (reason) => `nicht angenommen: ${reason}`,
  },
  reported: 'die Disposition hatte diese Aufgabe schon geändert. Was Sie getan haben, liegt dort als Bericht',
  wrongPin: 'die PIN war falsch. Was Sie getan haben, liegt der Disposition als Bericht vor',
  storageFull:
    'Dieses Telefon hat keinen Platz mehr, darum wurde dies nicht aufgehoben. Schaffen Sie Platz (Bilder oder Apps löschen) und wiederholen Sie es.',
  waitsFor: (deed) => `wartet auf „${deed}“, das nicht angenommen wurde`,
  deeds: {
    start: 'Begonnen',
    arrive: 'Angekommen',
    take: 'Übernommen',
    complete: 'Erledigt',
    fail: 'Gescheitert',
    message: 'Nachricht',
    onDuty: 'Im Dienst',
    offDuty: 'Außer Dienst',
  },
  push: { title: 'Eine neue Aufgabe', text: 'Zum Ansehen antippen.' },
  sent: {
    empty: 'Auf diesem Telefon wurde noch nichts getan',
    emptyText: 'Was Sie an einem Halt tun, steht hier, und ob die Disposition es hat.',
    waiting: 'Noch nicht gesendet',
    refused: 'Nicht angenommen',
    done: 'Gesendet',
    photos: (count) => (count === 1 ? '1 Bild' : `${count} Bilder`),
    tryAgain: 'Noch einmal versuchen',
    drop: 'Aufgeben',
    dropTitle: 'Wirklich aufgeben?',
    dropText: (deed, title) =>
      `„${deed}“, ${title}, verschwindet von diesem Telefon, mit seinen Bildern. Die Disposition bekommt es nie.`,
    keep: 'Behalten',
    dropped: 'Von diesem Telefon entfernt',
  },
  me: {
    elsewhere: 'Andere Seiten',
    password: 'Ihr Passwort',
    passwordHint:
      'Das Passwort aus der SMS gilt noch einen Tag, nachdem Sie es zuerst benutzt haben. Wählen Sie ein eigenes, um sich später anzumelden.',
    passwordChoose: 'Passwort wählen',
    duty: 'Im Dienst',
    dutyHint: 'Im Dienst bekommen Sie Aufgaben, und die Disposition sieht, wo Sie sind.',
    position: 'Wo Sie sind',
    sharing: {
      offDuty: 'nicht geteilt: Sie sind außer Dienst',
      denied:
        'nicht geteilt: dieses Telefon verrät es der App nicht. Erlauben Sie es in den Einstellungen des Browsers.',
      unknown: 'nicht geteilt: dieses Telefon weiß noch nicht, wo es ist',
      stale: (time) => `nicht geteilt seit ${time}: dieses Telefon hat keine neuere Position gefunden`,
      shared: (time) => `geteilt, zuletzt um ${time}`,
    },
    locked: 'Nicht geteilt, solange der Bildschirm gesperrt oder eine andere App offen ist.',
    keepOpen: 'Bildschirm anlassen',
    keepOpenHint: 'Solange diese App offen ist. Das braucht Strom: am besten am Ladegerät.',
    keepOpenFailed:
      'Dieses Telefon erlaubt es nicht. Stellen Sie den Bildschirm in seinen Einstellungen auf „immer an“.',
    tracker: 'Auch bei gesperrtem Bildschirm teilen',
    trackerHint:
      'Eine Ortungs-App auf diesem oder einem anderen Telefon sagt der Disposition auch bei gesperrtem Bildschirm, wo Sie sind.',
    trackerMake: (app) => `${app} einrichten`,
    trackerScan: (app) =>
      `Scannen Sie dies mit ${app}, oder öffnen Sie es auf diesem Telefon. Es enthält Ihren Schlüssel: zeigen Sie es niemandem.`,
    trackerOpen: (app) => `In ${app} öffnen`,
    trackerPicture: (app) => `Einstellungen für ${app} als QR-Code`,
    trackerFailed: 'Eine Ortungs-App einzurichten braucht eine Verbindung.',
    notices: 'Hinweise auf neue Aufgaben und Nachrichten',
    noticesOn: 'an: dieses Telefon meldet neue Aufgaben und Nachrichten, auch wenn die App zu ist',
    noticesOff: 'aus: neue Aufgaben und Nachrichten sehen Sie, wenn die App offen ist, oder die Disposition ruft an',
    noticesDenied:
      'auf diesem Telefon nicht erlaubt: neue Aufgaben und Nachrichten sehen Sie, wenn die App offen ist, oder die Disposition ruft an',
    noticesNone:
      'hier nicht zu haben: neue Aufgaben und Nachrichten sehen Sie, wenn die App offen ist, oder die Disposition ruft an',
    noticesFailed: 'Hinweise ließen sich nicht einschalten. Versuchen Sie es mit Verbindung noch einmal.',
    turnOn: 'Einschalten',
    storage: 'Auf diesem Telefon',
    storageFirm: 'Ihre Arbeit ist vor dem Aufräumen des Telefons sicher.',
    storageLoose: 'Das Telefon kann sie wegräumen, wenn sein Speicher voll ist. Was gesendet ist, betrifft das nicht.',
    storageFirmer: 'Um einen sicheren Platz bitten',
    offline: 'Diese App geht ohne Netz: Ihre Aufgaben und was Sie tun liegen hier, versiegelt.',
    version: (build) => `Version ${build}`,
    newer: 'Eine neuere Version kommt von selbst, sobald alles gesendet ist.',
    signOut: 'Abmelden',
    signOutTitle: 'Jetzt abmelden?',
    signOutText: (count) =>
      count === 1
        ? '1 Handlung ist nicht gesendet. Sie bleibt versiegelt auf diesem Telefon und geht erst hinaus, wenn Sie sich hier wieder anmelden.'
        : `${count} Handlungen sind nicht gesendet. Sie bleiben versiegelt auf diesem Telefon und gehen erst hinaus, wenn Sie sich hier wieder anmelden.`,
    signOutAgain: 'Wirklich? Niemand außer Ihnen kann es senden.',
    signOutYes: 'Trotzdem abmelden',
    signOutReally: 'Ja, ungesendet abmelden',
    signOutOffline: 'Zum Abmelden braucht es eine Verbindung.',
    stay: 'Angemeldet bleiben',
  },
};
