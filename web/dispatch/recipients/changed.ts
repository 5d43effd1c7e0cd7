import { signal } from '@preact/signals';
import type { GetRecipientAnswer } from '../../store/wire/dispatch.ts';

/** Recipients that were changed here, by ID: lists show them as they are now. The feed has no recipients. */
export const changedRecipients = signal<ReadonlyMap<string, GetRecipientAnswer>>(new Map());
