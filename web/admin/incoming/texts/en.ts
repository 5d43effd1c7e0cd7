export const en = {
  lead: 'Other services post into channels as a bot. Each service has its own address.',
  how: 'Create a bot of the type “incoming webhook” in a chat client, under its bot settings. In an address, replace API_KEY with the bot’s key, and CHANNEL and TOPIC with names. Without a channel the bot writes to its owner.',
  columns: { name: 'Service', events: 'Events shown', address: 'Address' },
  everything: 'all',
  addressOf: (service: string) => `Address for ${service}`,
};
export type IncomingWords = typeof en;
