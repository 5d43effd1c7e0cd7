import { answerJobs } from '../../platform/threads.ts';
import { parseMail } from './parse-mail.ts';

answerJobs(
  (blocks: Uint8Array[]) => parseMail(Buffer.concat(blocks)),
  (mail) => mail?.attachments.map(({ content }) => content.buffer) ?? [],
);
