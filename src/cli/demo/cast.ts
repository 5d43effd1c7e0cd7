import { Role } from '../../chat/http/caller.ts';

/** The organization of the demo; nobody and nothing in it is real. */
export const ORGANIZATION = { name: 'Foghorn Couriers', country: 'US', timezone: 'America/Los_Angeles' } as const;

/** Account that a visitor signs in to. */
export const OWNER = {
  name: 'Olive Owner',
  email: 'olive@foghorn.example',
  password: 'a lively demo to look at',
} as const;

export const COLLEAGUES = [
  { name: 'Dana Dispatcher', email: 'dana@foghorn.example', role: Role.administrator },
  { name: 'Marek Night-Shift', email: 'marek@foghorn.example', role: Role.member },
  { name: 'Samira El-Warehouse', email: 'samira@foghorn.example', role: Role.member },
] as const;

export const TEAMS = [
  {
    name: 'Bayside bikes',
    depot: 'Bayside depot',
    vehicle: 'BICYCLE',
    drivers: ['Ada', 'Bruno', 'Chiyo', 'Dele', 'Esra'],
  },
  {
    name: 'Westside vans',
    depot: 'Westside depot',
    vehicle: 'CAR',
    drivers: ['Femi', 'Greta', 'Hamza', 'Inés', 'Jonas'],
  },
] as const;

export const RECIPIENTS = [
  'Priya Placeholder',
  'Tomás Testcase',
  'Yuki Example',
  'Nora Nobody',
  'Kwame Specimen',
  'Liu Sample',
  'Zoë Invented',
  'Omar Imaginary',
];

export const GOODS = [
  '2 boxes of coffee',
  'Flowers, keep upright',
  'Spare parts',
  'A cake',
  'Documents, signature',
  'Bread',
];

export const CHANNELS = ['dispatch floor', 'drivers', 'general'] as const;

/** Messages of colleagues, by channel and topic. */
export const LINES: readonly { channel: (typeof CHANNELS)[number]; topic: string; content: string }[] = [
  { channel: 'dispatch floor', topic: 'today', content: 'Morning! Ten drivers are out, two vans are full. :truck:' },
  { channel: 'dispatch floor', topic: 'today', content: 'The ramp at the **Bayside depot** is free again.' },
  { channel: 'drivers', topic: 'roads', content: 'Columbus is closed between Broadway and Green until 15:00.' },
  { channel: 'drivers', topic: 'roads', content: 'Thanks, going round by Stockton.' },
  {
    channel: 'dispatch floor',
    topic: 'cakes',
    content: 'Who takes the cake to Noe Street? It must not stand in the sun.',
  },
  { channel: 'dispatch floor', topic: 'cakes', content: 'Esra does, she is three stops away.' },
  { channel: 'general', topic: 'lunch', content: 'Soup or noodles?\n\n- soup: 2\n- noodles: 5' },
  { channel: 'general', topic: 'lunch', content: 'Noodles it is. :bowl_with_spoon:' },
];

/** Answers of a colleague to any message. */
export const ANSWERS = [
  'On it.',
  'I ask the driver and come back to you.',
  'Thanks for telling. The next free van can take it.',
  'Seen. It is five minutes from there.',
];

/** Questions of drivers about the task that they are at. */
export const QUESTIONS = [
  'Nobody opens. Is there a second bell?',
  'The street is closed. May I leave it at the shop next door?',
  'Is it the front house or the one in the yard?',
  'The box is wet on one side. Shall I bring it back?',
];

/** Answers of a dispatcher to a driver. */
export const DISPATCH_ANSWERS = ['Yes, please do.', 'I called: somebody comes down.', 'Leave it with the neighbour.'];
