/** The words of the administration; the other language is checked against them by type. */
export const en = {
  title: 'Administration',
  navigation: 'Screens of the administration',
  more: 'More',
  loadMore: 'Show more',
  create: 'Create',
  save: 'Save',
  saved: 'Saved',
  remove: 'Remove',
  name: 'Name',
  email: 'E-mail',
  phone: 'Phone',
  search: 'Search',
  never: 'never',
  yes: 'yes',
  no: 'no',
  groups: { people: 'People', chat: 'Chat', deliveries: 'Deliveries', organization: 'Organization' },
  screens: {
    people: 'People',
    invitations: 'Invitations',
    sessions: 'Sessions',
    groups: 'Groups',
    channels: 'Channels',
    incoming: 'Incoming webhooks',
    fleet: 'Teams and hubs',
    fields: 'Custom fields',
    tracking: 'Tracking page',
    webhooks: 'Webhooks',
    organization: 'Organization',
    keys: 'Keys',
    messages: 'Mail and SMS',
    map: 'Map',
    audit: 'Audit log',
    server: 'Health',
  },
  elsewhere: {
    fleetTitle: 'They are in the console',
    fleetText: 'Workers, teams and hubs are made and changed where they are worked with.',
    toFleet: 'To workers, teams and hubs',
    webhooksTitle: 'They are in the console',
    webhooksText:
      'Webhooks are made there, tested, and what was not taken is sent again. Their secret stands under Keys.',
    toWebhooks: 'To the webhooks',
  },
  door: {
    title: 'You do not manage this organization',
    text: (organization: string) =>
      `Only owners and administrators of ${organization} can open this. Ask an owner for access.`,
    home: 'To the start page',
  },
  lacks: {
    owner: 'Only owners can open this. Ask one of them for access.',
    administrator: 'Only owners and administrators can open this.',
    chat: 'Only owners and administrators of the chat can open this.',
    dispatch: 'Only dispatchers can open this. An owner can give you access.',
  },
  lacksTitle: 'No access',
  roles: { 100: 'Owner', 200: 'Administrator', 300: 'Moderator', 400: 'Member', 600: 'Guest' } as Record<
    number,
    string
  >,
};

export type Words = typeof en;
