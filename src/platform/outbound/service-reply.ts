/** Response of a service outside to a request that changes nothing there. */
export type ServiceReply = { host: string } & (
  | { state: 'responds' | 'accepts' | 'connects' | 'silent' }
  | { state: 'refuses' | 'fails'; status: number }
  | { state: 'reports'; text: string }
);
