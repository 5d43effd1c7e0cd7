import catalogue from 'texts:admin/channels';
import { inLanguage } from '../../../shared/texts/index.ts';

export const channelWords = inLanguage(catalogue);
