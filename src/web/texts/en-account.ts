/** The words of signing in, of the own account, and of keys. */
export const enAccount = {
  navigation: { label: 'You', account: 'Account', administration: 'Administration', signOut: 'Sign out' },
  signIn: {
    title: 'Sign in',
    emailOrPhone: 'E-mail address or phone',
    shared: 'This is a shared device',
    sharedHint: 'You are signed out when the browser closes.',
    button: 'Continue',
    forgotten: 'Forgot the password?',
    wrong: 'The address or the password is wrong.',
    expired: 'That took too long. Please sign in again.',
    deactivated: 'This account is deactivated. Ask an administrator of your organization.',
    otherSignIn: 'Your organization takes no passwords: sign in as it has told you.',
    chooseTitle: 'Where do you want to go?',
    chooseLead: 'You have accounts in several organizations.',
    codeTitle: 'One more thing',
    codeLead: 'Your account has a second factor.',
    code: 'Code',
    codeHint: 'Of your app, or one of your recovery codes.',
    wrongCode: 'This code is wrong, or was used before.',
    setUpTitle: 'Set up the second factor',
    setUpLead: 'Your organization demands that signing in also needs a code of an app on your phone.',
    setUpButton: 'Turn it on and sign in',
    said: {
      signedOut: 'You are signed out.',
      passwordChanged: 'Your password is changed. Sign in with the new one.',
      joined: 'You are in. You had an account here already: sign in with its password.',
    },
  },
  phoneSignIn: {
    title: 'Sign this phone in',
    lead: (worker: string, organization: string) => `${worker}, this phone is then yours to drive for ${organization}.`,
    before: 'Whoever is signed in with this browser now is signed out.',
    button: 'Sign in',
    aside: 'The link works once. If this is not your name, close the page and tell your dispatcher.',
  },
  signOut: {
    title: 'Sign out?',
    question: 'This browser then needs your password again. Others stay signed in.',
    button: 'Sign out',
    devices: 'Back to the account',
  },
  reset: {
    title: 'New password',
    lead: 'We mail you a link by which you choose a new one.',
    ask: 'Send the link',
    sentTitle: 'Look into your mailbox',
    sent: (email: string) => `If ${email} has an account here, a mail with a link is on its way.`,
    sentAside: 'The link holds for an hour.',
    chooseLead: (email: string) => `For the account of ${email}. All your browsers and clients are then signed out.`,
    button: 'Save the password',
    mail: {
      subject: (organization: string) => `A new password for ${organization}`,
      body: (organization: string, link: string) =>
        `Hello,\n\nsomebody asked for a new password for your account at ${organization}. To choose one, open within an hour:\n\n${link}\n\nIf it was not you, nothing needs to be done.\n`,
    },
  },
  passwordChange: {
    title: 'Change the password',
    lead: 'All other browsers, and drivers’ apps, are then signed out. API keys stay.',
    old: 'Present password',
    wrongOld: 'This is not your present password.',
    button: 'Change it',
    mail: {
      subject: (organization: string) => `Your password for ${organization} has changed`,
      body: (organization: string, areClientsOut: boolean) =>
        `Hello,\n\nthe password of your account at ${organization} has just been changed. ${areClientsOut ? 'All your browsers and clients are signed out, and your API keys are revoked. ' : ''}If it was not you, choose a new one by "Forgot the password?" on the sign-in page, and tell an administrator.\n`,
    },
  },
  verify: {
    title: 'Confirm your address',
    question: (email: string) => `Is ${email} your address?`,
    joinLead:
      'You have another account here with this address. To make both one, enter the passwords of both; that of the other account stays.',
    otherPassword: 'Password of the other account',
    password: 'Password of this account',
    wrongPasswords: 'One of the two passwords is wrong.',
    cannotJoin:
      'The two accounts cannot be made one: both are of the same kind, one has a second factor, or a password has just changed. The link still holds.',
    button: 'Confirm',
    done: (email: string) => `${email} is confirmed.`,
  },
  account: {
    title: 'Your account',
    phone: 'Phone',
    proven: 'confirmed',
    unproven: 'not confirmed',
    prove: (email: string) => `Confirm ${email} by mail`,
    devices: 'Devices and clients',
    secondFactorOn: 'Second factor: on',
    secondFactorOff: 'Second factor: off',
    said: {
      passwordChanged: 'Your password is changed.',
      linkSent: 'A mail with a link is on its way.',
    },
  },
  devices: {
    title: 'Devices and clients',
    browsers: 'Browsers',
    thisOne: 'This browser',
    used: (date: string) => `Last used ${date}`,
    signOut: 'Sign out',
    clients: 'Clients with a key',
    unnamed: 'Unnamed',
    since: (date: string) => `Since ${date}`,
    revoke: 'Revoke',
    client: 'Name of a client',
    clientHint: 'For a chat client that takes an API key, like a terminal or a script.',
    make: 'Make a key',
    anew: {
      title: 'Is it you?',
      lead: 'You signed in with this browser some time ago. Before anything changes here, please show that it is you.',
      button: 'Continue',
      orSignIn: 'You can also sign out and in again: for ten minutes after that nothing is asked here.',
    },
    made: (client: string, email: string, site: string) => `The key of ${client}, for ${email} at ${site}:`,
  },
  secondFactor: {
    title: 'Second factor',
    onTitle: 'The second factor is on',
    offLead:
      'With it, signing in also needs a code of an app on your phone. A stolen password alone is then worth nothing. To begin, enter your password.',
    turnOn: 'Turn it on',
    scanLead: 'Scan this with an app for codes, then enter the code that it shows.',
    qr: 'The secret as a picture to scan',
    type: 'Or type it in:',
    openApp: 'Open it in an app for codes on this device',
    code: 'Code of the app',
    confirm: 'Turn it on',
    wrongCode: 'This code does not fit. Enter the one that the app shows now, and check the clock of your phone.',
    isOn: 'From now on, signing in needs a code.',
    recoveryLead:
      'These codes open once each when you have lost the app. Print them or write them down: they are not shown again.',
    kept: 'I have them',
    onLead: 'Signing in needs a code of your app. To turn this off, enter your password.',
    turnOff: 'Turn it off',
    demanded:
      'Signing in needs a code of your app. Your organization demands that, so it cannot be turned off. With a new phone or app, set it up anew: enter your password. The recovery codes you have open nothing then; you get others.',
    renew: 'Set it up anew',
  },
  join: {
    title: (organization: string) => `Join ${organization}`,
    lead: (referrer: string, organization: string, email: string | null) =>
      email === null
        ? `${referrer} invites you to ${organization}.`
        : `${referrer} invites you to ${organization}. Your account is for ${email}.`,
    administratorLead: (organization: string, email: string) =>
      `You administer ${organization} from now on. Your account is for ${email}.`,
    workerLead: (organization: string, phone: string) =>
      `You drive for ${organization}. You sign in by ${phone} and this password.`,
    button: 'Join',
  },
};
