/** The words of the driver's app. */
export const en = {
  title: 'Driver',
  navigation: 'Screens',
  screens: { today: 'Today', sent: 'Sent', me: 'Me', stop: 'Stop', ask: 'Ask dispatch' },
  unsent: (count: number, since: string) => `${count} not sent since ${since}`,
  nothingUnsent: 'Everything is sent',
  offline: (since: string) => `No connection since ${since}`,
  clock: (minutes: number, ahead: boolean) =>
    `This phone's clock is ${minutes} minutes ${ahead ? 'ahead' : 'behind'}. Times of deliveries would be wrong: set it right.`,
  door: {
    insecure: 'This address is not secure',
    insecureText:
      'The app needs an address that begins with https, to keep your work on this phone. Ask your dispatcher for it.',
    noDriver: 'You are no driver here',
    noDriverText: (organization: string) =>
      `This app is for drivers of ${organization}. Your dispatcher can make you one.`,
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
  sent: {},
  me: {},
};

export type Words = typeof en;
