import catalogue from 'texts:chat/task-card';
import { inLanguage } from '../../../shared/texts/index.ts';

export const taskCardWords = inLanguage(catalogue);
