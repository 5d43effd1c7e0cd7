/** What a foreign program says, as a message. */
export interface WebhookMessage {
  /** Where the address of the webhook names none; longer ones are cut. */
  topic: string;
  content: string;
}
