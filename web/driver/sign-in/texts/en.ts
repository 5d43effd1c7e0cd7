/** The words of the door. */
export const en = {
  title: 'Sign in',
  again: 'Your session has ended.',
  unsent: (count: number) =>
    count === 1
      ? '1 action is kept on this phone and goes out when you sign in.'
      : `${count} actions are kept on this phone and go out when you sign in.`,
  scanLead: 'Your dispatcher can show you a picture that signs you in.',
  scan: 'Scan the picture',
  typed: 'Or paste the link',
  notOurs: 'This link is not from your dispatcher.',
  orPassword: 'Or with your phone number and password',
  code: 'Code of your app',
  codeLead: 'Your account has a second factor.',
  go: 'Sign in',
};

export type SignInWords = typeof en;
