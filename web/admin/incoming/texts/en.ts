export const en = {
  lead: 'Programs of others write into channels as a bot, by an address of their own.',
  how: 'A bot of the type “incoming webhook” has the key: a chat client makes it, under the settings of bots. Put it in place of API_KEY, and the names of a channel and a topic in place of CHANNEL and TOPIC; without a channel its owner is written to.',
  columns: { name: 'Service', events: 'Events that are told', address: 'Address' },
  everything: 'all',
  addressOf: (service: string) => `Address for ${service}`,
};
export type IncomingWords = typeof en;
