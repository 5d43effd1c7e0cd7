export const en = {
  title: 'Phone',
  lead: 'The worker scans a picture off this screen and is signed in to the driver’s app, without a password.',
  show: 'Sign a phone in',
  picture: 'Link to sign the phone in, as a picture to scan',
  how: (worker: string) => `${worker} scans this with the camera of the phone.`,
  whom: 'Show it to nobody else: whoever opens the link first is signed in.',
  holds: (time: string) => `It works once, until ${time}.`,
  over: 'This link does not hold any more.',
  again: 'Make another one',
  copy: 'Copy the link',
  copied: 'Link copied.',
};

export type PhoneWords = typeof en;
