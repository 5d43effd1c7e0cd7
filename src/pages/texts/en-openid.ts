/** The words of signing in by a provider, and of signing in an app. */
export const enOpenId = {
  openId: {
    button: (label: string) => `Continue with ${label}`,
    title: (label: string) => `Sign in with ${label}`,
    again: 'Back to the sign-in',
    down: (label: string) =>
      `${label} does not answer at the moment. Please try again in a minute, or sign in another way.`,
    expired: 'That took too long, or was done already, or began in another browser. Please start again.',
    refused: (label: string) => `${label} did not sign you in. Please start again.`,
    nobody: (label: string, email: string) =>
      `Nobody here has an account for ${email}, the address that ${label} tells. Accounts are made by invitation: ask an administrator of your organization.`,
    noEmail: (label: string) =>
      `${label} tells no address of yours that it has verified, so we cannot know which account is yours.`,
    unproven: (email: string) =>
      `There is an account for ${email}, but nobody has shown yet that they read mail there. Have a link sent to that address by “Forgot the password?”, follow it, and come again.`,
    other: (label: string, email: string) =>
      `The account of ${email} here belongs to another account of ${label}. Ask an administrator of your organization.`,
    wrongAddress: (label: string, told: string, invited: string) =>
      `The invitation is for ${invited}, and ${label} knows you as ${told}. Sign in there with the invited address.`,
    otherOrganization: (label: string) => `${label} does not sign in people of this organization.`,
    onlyProviders: 'Your organization takes no passwords: sign in as below.',
    notByPhone:
      'Your organization takes no passwords, and a provider knows nobody by phone number. Ask whoever has invited you.',
    or: 'Or:',
  },
  appSignIn: {
    title: 'Sign in the app',
    question: (name: string, email: string, organization: string) =>
      `Shall the app that has opened this page be signed in as ${name} (${email}) at ${organization}?`,
    hint: 'Only if you have just asked for it in the app. It then stays signed in until you end it under “Devices and clients”.',
    button: 'Sign in the app',
    someoneElse: 'I am somebody else',
    noChat: 'You have no account in the chat, so there is nothing to sign in to with an app.',
    badLinkTitle: 'The app has to begin',
    badLink:
      'This page is opened by the chat app when you choose there to sign in with the browser. Please begin in the app.',
  },
};
