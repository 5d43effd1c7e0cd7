import { inLanguage } from '../../../shared/texts/index.ts';
import { de } from './de.ts';
import { type ChannelWords, en } from './en.ts';

export const channelWords: ChannelWords = inLanguage<ChannelWords>({ en, de });
