/** The words of the driver's app. */
export const en = {
  title: 'Driver',
  navigation: 'Screens',
  screens: { today: 'Today', sent: 'Sent', me: 'Me', stop: 'Stop', ask: 'Ask dispatch' },
  unsent: (count: number, since: string) => `${count} not sent since ${since}`,
  notAccepted: (count: number) => `${count} not accepted`,
  nothingUnsent: 'Everything is sent',
  offline: (since: string) => `No connection since ${since}`,
  clock: (minutes: number, ahead: boolean) =>
    `This phone's clock is ${minutes} minutes ${ahead ? 'ahead' : 'behind'}. Times of deliveries would be wrong: set it right.`,
  door: {
    insecure: 'This address is not secure',
    insecureText:
      'The app needs an address that begins with https, to keep your work on this phone. Ask your dispatcher for it.',
    unkept: 'This browser can’t store your work',
    unkeptText:
      'Your work is stored on this phone until it is sent. Leave private browsing or free some space, then try again.',
    noDriver: 'You don’t have driver access',
    noDriverText: (organization: string) =>
      `This app is for drivers of ${organization}. Ask your dispatcher for access.`,
    home: 'Go to the start page',
  },
  /** The three states of an action, and no others. */
  action: {
    saved: 'saved on this phone',
    sent: (time: string) => `sent ${time}`,
    refused: (reason: string) => `not accepted: ${reason}`,
  },
  /** Of what was done at a task that dispatch had given to somebody else, or completed. */
  reported: 'dispatch had already changed this task. What you did was sent to them as a report',
  wrongPin: 'the PIN was wrong. What you did was sent to dispatch as a report',
  storageFull:
    'This phone has no room left, so this was not kept. Make room (delete pictures or apps) and do it again.',
  waitsFor: (deed: string) => `waits for “${deed}”, which was not accepted`,
  deeds: {
    start: 'Started',
    arrive: 'Arrived',
    take: 'Taken',
    complete: 'Completed',
    fail: 'Failed',
    message: 'Message',
    onDuty: 'On duty',
    offDuty: 'Off duty',
  },
  push: { title: 'A new task', text: 'Touch to see it.' },
  sent: {
    empty: 'Nothing was done on this phone yet',
    emptyText: 'What you do at a stop is listed here, with whether dispatch has it.',
    waiting: 'Not sent yet',
    refused: 'Not accepted',
    done: 'Sent',
    photos: (count: number) => (count === 1 ? '1 picture' : `${count} pictures`),
    tryAgain: 'Try again',
    drop: 'Give up',
    dropTitle: 'Give this up?',
    dropText: (deed: string, title: string) =>
      `“${deed}”, ${title}, will be gone from this phone, with its pictures. Dispatch will never have it.`,
    keep: 'Keep it',
    dropped: 'Gone from this phone',
  },
  me: {
    elsewhere: 'Other pages',
    password: 'Your password',
    passwordHint:
      'The password from the SMS ends a day after you first used it. Choose one of your own to sign in later.',
    passwordChoose: 'Choose a password',
    duty: 'On duty',
    dutyHint: 'Dispatch gives you tasks while you are on duty, and sees where you are.',
    position: 'Where you are',
    sharing: {
      offDuty: 'not shared: you are off duty',
      denied: 'not shared: this phone does not let the app know. Allow it in the settings of your browser.',
      unknown: 'not shared: this phone does not know where it is yet',
      stale: (time: string) => `not shared since ${time}: this phone has found no newer position`,
      shared: (time: string) => `shared, last at ${time}`,
    },
    locked: 'Not shared while the screen is locked or another app is open.',
    keepOpen: 'Keep the screen on',
    keepOpenHint: 'While this app is open. Costs battery: keep the phone on its charger.',
    keepOpenFailed: 'This phone does not allow it. Set the screen to stay on in its settings.',
    tracker: 'Share with the screen locked',
    trackerHint:
      'A tracker app on this phone, or another one, tells dispatch where you are also while the screen is locked.',
    trackerMake: (app: string) => `Set up ${app}`,
    trackerScan: (app: string) =>
      `Scan this with ${app}, or open it on this phone. It holds a key of yours: show it to nobody.`,
    trackerOpen: (app: string) => `Open in ${app}`,
    trackerPicture: (app: string) => `Settings for ${app} as a QR code`,
    trackerFailed: 'Setting up a tracker app needs a connection.',
    notices: 'Notices of new tasks and messages',
    noticesOn: 'on: this phone tells you of a new task or message, also while the app is closed',
    noticesOff: 'off: you see new tasks and messages when this app is open, or dispatch calls you',
    noticesDenied:
      'not allowed on this phone: you see new tasks and messages when this app is open, or dispatch calls you',
    noticesNone: 'not available here: you see new tasks and messages when this app is open, or dispatch calls you',
    noticesFailed: 'Notices could not be turned on. Try again when there is a connection.',
    turnOn: 'Turn on',
    storage: 'Kept on this phone',
    storageFirm: 'Your work is safe from the phone clearing up.',
    storageLoose: 'The phone may clear it up when it runs out of room. Sent work is not affected.',
    storageFirmer: 'Ask for a safe place',
    offline: 'This app works without a network: your tasks and what you do are kept here, and sealed.',
    version: (build: string) => `Version ${build}`,
    newer: 'A newer version comes by itself when everything is sent.',
    signOut: 'Sign out',
    signOutTitle: 'Sign out now?',
    signOutText: (count: number) =>
      count === 1
        ? '1 action is not sent. It stays on this phone, sealed, and goes out only when you sign in here again.'
        : `${count} actions are not sent. They stay on this phone, sealed, and go out only when you sign in here again.`,
    signOutAgain: 'Are you sure? Only you can send it.',
    signOutYes: 'Sign out anyway',
    signOutReally: 'Yes, sign out unsent',
    signOutOffline: 'Signing out needs a connection.',
    stay: 'Stay signed in',
  },
};

export type Words = typeof en;
