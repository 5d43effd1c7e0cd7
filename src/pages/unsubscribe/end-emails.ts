import { doEndMissedEmails } from '../../chat/notifications/emails/unsubscribe.ts';
import { page } from '../http/page.ts';
import { endingPage } from './ending-page.ts';

export const endEmails = page({
  path: '/email/unsubscribe/:organizationId/:userId/:signature',
  summary: 'Stop e-mails about missed messages',
  ...endingPage({ kind: 'missed', doEnd: doEndMissedEmails, wordsOf: (texts) => texts.unsubscribe }),
});
