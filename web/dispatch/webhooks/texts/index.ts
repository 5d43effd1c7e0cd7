import { inLanguage } from '../../../shared/texts/index.ts';
import { de } from './de.ts';
import { en, type WebhookWords } from './en.ts';

/** The words of webhooks. */
export const webhookWords: WebhookWords = inLanguage<WebhookWords>({ en, de });
