import { inLanguage } from '../../../shared/texts/index.ts';
import { de } from './de.ts';
import { type AuditWords, en } from './en.ts';

export const auditWords: AuditWords = inLanguage<AuditWords>({ en, de });
