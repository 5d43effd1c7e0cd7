import { enAccount } from './en-account.ts';
import { enOpenId } from './en-openid.ts';
import { enRefusals } from './en-refusals.ts';
import { enSetup } from './en-setup.ts';

/** The words of the pages. The other languages are checked against this one by type. */
export const en = {
  ...enAccount,
  ...enOpenId,
  ...enSetup,
  refusals: enRefusals,
  brand: 'Hubbub',
  errors: {
    title: 'Something went wrong',
    unexpected: 'The server could not do this. Please try again. If it happens again, contact the operator.',
    unreadable: 'The server could not read what was sent. Please go back and try again.',
    tooMany: 'There were too many attempts from here. Please wait a minute and try again.',
    busy: 'The server has more to do than it can. Please try again in a moment.',
    unavailable: 'The server cannot reach its database. Please try again in a moment.',
    foreignForm: (origin: string) =>
      `This form did not come from a page of this server, so it was not accepted. This server is known as ${origin}: open it at that address. (Whoever runs it can change the address by the setting PUBLIC_URL.)`,
    notAllowed: 'This page is for those who manage the organization.',
    seeBelow: 'Something is missing or not right; it is marked below.',
    request: (id: string) => `Request ${id}`,
    noOrganization:
      'There is no organization at this address. It may be mistyped, or the organization has another one now.',
  },
  organization: {
    title: 'Which organization?',
    lead: 'Several organizations live on this server, each at an address of its own. Yours stands in your invitation and in every e-mail from here.',
    address: 'Address of your organization',
    hint: (host: string) => `The part before .${host}, or the whole address.`,
    button: 'Continue',
    unknown: 'There is no organization at this address.',
    foundTitle: 'Found it',
    goThere: (organization: string) => `Continue to ${organization}`,
  },
  notFound: {
    title: 'There is nothing here',
    text: 'The address may be mistyped, or what was here is gone.',
    home: 'Go to the start page',
  },
  goneLink: {
    title: 'This link does not hold',
    text: 'It was used already, or it is too old.',
    instead: {
      invitation: {
        text: 'If you have joined already, sign in. Else ask whoever invited you for a new one.',
        go: 'Sign in',
      },
      password: { text: 'You can have another one mailed.', go: 'Send a new link' },
      phone: { text: 'Ask your dispatcher for a new one, or sign in with your phone number.', go: 'Sign in' },
    },
  },
  password: {
    label: 'Password',
    length: (min: number, max: number) => `The password must have ${min} to ${max} characters.`,
    guessable: 'This password is too easy to guess: words and rows of keys that many use, with little else.',
    names:
      'This password is too easy to guess: your name, your address or the name of the organization, with little else.',
    known: 'This password is too easy to guess: it is one of those that others were robbed of, which are tried first.',
    kept: 'The password you chose is kept. Type another one to change it.',
    hint: (min: number) => `At least ${min} characters. Several words that nobody else would put together are good.`,
  },
  emailChange: {
    title: 'New e-mail address',
    question: (email: string) => `Shall ${email} be the address of your account from now on?`,
    button: 'Confirm',
    doneTitle: 'Thank you',
    done: (email: string) => `${email} is the address of your account now.`,
  },
  unsubscribe: {
    title: 'E-mails of missed messages',
    question: (organization: string) =>
      `Shall ${organization} send you no more e-mails of messages that you have missed?`,
    button: 'No more e-mails',
    done: 'You will be sent no more e-mails of missed messages. You can ask for them again in your settings.',
  },
  unsubscribeDigests: {
    title: 'Weekly summaries',
    question: (organization: string) =>
      `Shall ${organization} send you no more summaries of what happened while you were away?`,
    button: 'No more summaries',
    done: 'You will be sent no more summaries. You can ask for them again in your settings.',
  },
  fields: {
    missing: 'Please fill this in.',
    wrongEmail: 'This is not an e-mail address.',
    email: 'E-mail address',
    yourName: 'Your name',
    back: 'Back',
    shownOnce: 'It is shown this once. Keep it where you keep passwords.',
  },
  setUp: {
    title: 'Set up Hubbub',
    lead: 'Your organization and you as its owner. Everything else can wait.',
    organizationPart: 'Organization',
    organization: 'Name',
    organizationHint: 'As your people and your customers know it.',
    country: 'Country',
    chooseCountry: 'Choose…',
    timezone: 'Time zone',
    timezoneOfCountry: 'That of the country',
    chooseTimezone: 'The country has several time zones: choose one.',
    ownerPart: 'You',
    create: 'Create the organization',
    codeTitle: 'Set up this server',
    codeLead:
      'Whoever sets this server up needs the code that it printed in its terminal when it started. It holds for an hour; this prints another one:',
    code: 'Code',
    wrongCode: 'This code does not hold. It may be mistyped, or older than an hour.',
    go: 'Continue',
    overTitle: 'This server is set up',
    over: 'There is an organization already. If it is yours, sign in; else ask somebody there to invite you.',
    toStart: 'Go to the start page',
  },
  connect: {
    title: 'Connect a chat client',
    lead: 'Your messages are in the chat apps for phone and desktop that speak this server’s API.',
    install: 'Install a Zulip app, for phone or desktop.',
    enter: 'Add an organization, and enter this address, or scan it:',
    signIn: 'Sign in with your e-mail address and password.',
    qr: 'The address as a picture to scan',
  },
};

export type Texts = typeof en;
