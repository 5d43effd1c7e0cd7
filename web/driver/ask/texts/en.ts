/** The words of asking dispatch. */
export const en = {
  about: (task: string) => `About ${task}`,
  back: 'Back to the stop',
  canned: 'Say at once',
  answers: [
    'I am running late.',
    'Nobody is there. What shall I do?',
    'I cannot find the address.',
    'I cannot get in. Is there a code?',
    'Please call me.',
    'All right.',
  ],
  message: 'Message',
  send: 'Send',
  empty: 'Nothing was written about this task yet.',
  offline: 'What others wrote shows when there is a connection.',
  unavailable: 'Your organization has set up no channel for questions about tasks. Call your dispatcher.',
  edited: 'edited',
  older: 'There is more above; it is in the chat.',
  you: 'You',
};

export type AskWords = typeof en;
