import { doEndDigests } from '../../chat/notifications/emails/unsubscribe.ts';
import { page } from '../http/page.ts';
import { endingPage } from './ending-page.ts';

export const endDigests = page({
  path: '/email/unsubscribe-digests/:organizationId/:userId/:signature',
  summary: 'Stop weekly summaries by e-mail',
  ...endingPage({ kind: 'digest', doEnd: doEndDigests, wordsOf: (texts) => texts.unsubscribeDigests }),
});
