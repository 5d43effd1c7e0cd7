/** The words of a second factor that is set up while signing in. */
export const en = {
  lead: 'Your organization demands that signing in also needs a code of an app on your phone.',
  scan: 'Scan this with an app for codes, then enter the code that it shows.',
  picture: 'The secret as a picture to scan',
  here: 'Open it in an app for codes on this device',
  secret: 'The secret, to type in',
  recoveryLead:
    'From now on, signing in needs a code. These codes open once each when you have lost the app. Print them or write them down: they are not shown again.',
  kept: 'I have them',
};

export type FactorWords = typeof en;
