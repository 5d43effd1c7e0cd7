import catalogue from 'texts:dispatch/webhooks';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of webhooks. */
export const webhookWords = inLanguage(catalogue);
