import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { spoolFolder } from '../../platform/files/spool.ts';
import { randomText } from '../../platform/ids.ts';
import { hasShownAnew } from '../../platform/people/shown-anew.ts';
import { perServices } from '../../platform/per-services.ts';
import { verbatim } from '../http/form.ts';
import { html } from '../http/html.ts';
import { type Download, page, type View, type VisitorRequest } from '../http/page.ts';
import { exportPerson } from '../person-export/export-person.ts';
import { confirmAnew } from './confirm-anew.ts';

/**
 * Downloads of this process: the people, as organization and person, whose data it gathers or sends, one file of each at a time,
 * or browsers that read nothing would fill the disk; and how many it gathers.
 */
const underWay = perServices(() => ({ people: new Set<string>(), gathered: 0 }));
/** Downloads that this process makes at a time: each reads all tables, and writes its file to the disk. */
const MOST_AT_A_TIME = 2;

/** Page that gathers all that the organization keeps of the visitor, as a file to download. */
export const ownData = page({
  path: '/account/data',
  summary: 'Download what is kept of you',
  access: 'signed in',
  form: { password: verbatim(1000) },
  async show(request) {
    return offer(request);
  },
  async submit(request, { password }) {
    const { services, visitor, address, texts } = request;
    const { session, person } = visitor;
    const words = texts.ownData;
    // By an address that is not theirs, they would receive what is kept of somebody else.
    if (isUnproven(person)) return { ...offer(request), status: 403 };
    if (!(await hasShownAnew(services, session, { password, address })))
      return confirmAnew(request, { password }, { names: [], back: '/account/data' });
    const running = underWay(services);
    const key = `${person.organizationId}/${person.id}`;
    if (running.people.has(key)) return { ...offer(request, words.underWay), status: 409 };
    if (running.gathered >= MOST_AT_A_TIME) return { ...offer(request, words.busy), status: 503 };
    running.people.add(key);
    running.gathered++;
    try {
      return await gather(request, () => running.people.delete(key));
    } catch (error) {
      running.people.delete(key);
      throw error;
    } finally {
      running.gathered--;
    }
  },
});

const isUnproven = ({ email, emailVerifiedAt }: VisitorRequest['visitor']['person']) =>
  email !== null && emailVerifiedAt === null;

function offer({ texts, visitor }: VisitorRequest, problem?: string): View {
  const words = texts.ownData;
  const body = html`${problem !== undefined && html`<p class="alert" role="alert">${problem}</p>`}
<p class="lead">${words.lead}</p>
<p>${words.others}</p>
${
  isUnproven(visitor.person)
    ? html`<p>${words.unproven}</p>
<div class="actions"><a href="/account">${texts.fields.back}</a></div>`
    : html`<form method="post"><div class="actions"><button>${words.button}</button><a href="/account">${texts.fields.back}</a></div></form>`
}`;
  return { title: words.title, body };
}

/** Writes the file, which is gone from the disk once it is read or the browser has left. @param onGone called back then */
async function gather({ services, visitor, origin }: VisitorRequest, onGone: () => void): Promise<Download> {
  const { person } = visitor;
  const folder = spoolFolder(services.config.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, randomText(24));
  try {
    await exportPerson(services, person.organizationId, { text: person.id, phone: null }, file, origin);
    const { size } = await stat(file);
    const content = createReadStream(file);
    content.once('close', () => void rm(file, { force: true }).finally(onGone));
    return { download: { content, size, contentType: 'application/gzip', name: 'hubbub-data.tar.gz' } };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}
