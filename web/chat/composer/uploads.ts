import { effect, signal } from '@preact/signals';
import { texts } from '../../shared/texts/index.ts';
import { uniqueId } from '../../shared/unique-id.ts';
import { type Conversation, conversationKey } from '../../store/chat/conversation.ts';
import { limit } from '../data/settings.ts';
import { changeDraft, drafts } from './drafts.ts';
import { shownComposer } from './insert.ts';
import { composerWords as words } from './texts/index.ts';
import { labelOf, makeUploadPlace, textOfPlace, type UploadPlace, uploadPlacesIn } from './upload-places.ts';

/** A file on its way into a message. */
export interface Upload {
  id: string;
  conversation: Conversation;
  place: UploadPlace;
  /** Undefined for one that a page has left behind. */
  file: File | undefined;
  /** From 0 to 1. */
  done: number;
  /** Why it did not arrive; undefined while it is on its way. */
  failure?: string;
  cancel(): void;
}

const all = signal<readonly Upload[]>([]);

// A file that is on its way does not arrive once the page is gone: the browser asks first.
effect(() => {
  if (all.value.every(({ failure }) => failure !== undefined)) return undefined;
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  addEventListener('beforeunload', warn);
  return () => removeEventListener('beforeunload', warn);
});

export function uploadsIn(conversation: Conversation): readonly Upload[] {
  const key = conversationKey(conversation);
  return all.value.filter((upload) => conversationKey(upload.conversation) === key);
}

/** True if a file is still on its way, from here or elsewhere: its message would go without it. */
export function isUploading(conversation: Conversation, text: string): boolean {
  return uploadPlacesIn(text).length > 0 || uploadsIn(conversation).some(({ failure }) => failure === undefined);
}

/** Places in a text whose files are uploaded by another page. */
export function placesOfOthers(text: string): UploadPlace[] {
  return uploadPlacesIn(text).filter(({ id }) => all.value.every(({ place }) => place.id !== id));
}

/** Uploads files; each has its place in the text at once, and its link there when it has arrived. */
export function uploadFiles(conversation: Conversation, files: readonly File[]): void {
  for (const file of files) {
    const id = uniqueId();
    const place = makeUploadPlace(file.name);
    const most = limit('max_file_upload_size_mib');
    if (file.size > most * 1024 * 1024) {
      addFailed({ id, conversation, place, file, failure: words.files.tooLarge({ size: most }) });
      continue;
    }
    start({ id, conversation, place, file });
  }
}

/** Takes the place of a file out of the text, whose page is gone, and says so. */
export function endInterrupted(conversation: Conversation, place: UploadPlace): void {
  // Its text may have come from the page at its end.
  if (!drafts().textOf(conversation).includes(textOfPlace(place))) return;
  addFailed({ id: place.id, conversation, place, file: undefined, failure: words.files.interrupted });
  clearPlace({ conversation, place });
}

function addFailed(upload: Omit<Upload, 'done' | 'cancel'>): void {
  all.value = [...all.value, { ...upload, done: 0, cancel: () => undefined }];
}

/** Sends a file once more. What arrived with the answer lost is not stored twice. */
export function retryUpload({ id, conversation, place, file }: Upload & { file: File }): void {
  drop(id);
  start({ id, conversation, place, file });
}

/** Takes an upload and its place in the text away. */
export function dropUpload(given: Upload): void {
  given.cancel();
  drop(given.id);
  clearPlace(given);
}

/** Takes the place of a file out of the text, with its line where it still has one of its own. */
export function clearPlace({ conversation, place }: Pick<Upload, 'conversation' | 'place'>): void {
  const line = `${textOfPlace(place)}\n`;
  replace(conversation, drafts().textOf(conversation).includes(line) ? line : textOfPlace(place), '');
}

function drop(id: string): void {
  all.value = all.value.filter((each) => each.id !== id);
}

function change(id: string, changes: Partial<Upload>): void {
  all.value = all.value.map((each) => (each.id === id ? { ...each, ...changes } : each));
}

/** `fetch` tells nothing of the bytes that have gone. */
function start({ id, conversation, place, file }: Omit<Upload, 'done' | 'cancel'> & { file: File }): void {
  const sending = new XMLHttpRequest();
  all.value = [...all.value, { id, conversation, place, file, done: 0, cancel: () => sending.abort() }];
  shownComposer()?.insert(`${textOfPlace(place)}\n`);
  sending.upload.onprogress = ({ loaded, total }) => change(id, { done: total > 0 ? loaded / total : 0 });
  sending.onload = () => {
    const answer = answerOf(sending.responseText);
    if (sending.status !== 200 || !answer.url) {
      fail(answer.msg ?? texts.states.unreachable);
      return;
    }
    drop(id);
    replace(conversation, textOfPlace(place), `[${labelOf(answer.filename ?? file.name)}](${answer.url})`);
  };
  const fail = (failure: string) => {
    change(id, { failure });
    clearPlace({ conversation, place });
  };
  sending.onerror = () => fail(texts.states.unreachable);
  sending.open('POST', '/api/v1/user_uploads');
  sending.setRequestHeader('Accept', 'application/json');
  sending.setRequestHeader('Idempotency-Key', id);
  const form = new FormData();
  form.set('file', file, file.name);
  sending.send(form);
}

function answerOf(text: string): { url?: string; filename?: string; msg?: string } {
  try {
    return JSON.parse(text) as { url?: string };
  } catch {
    return {};
  }
}

/** Changes the text on the screen, or the draft of a conversation that was left meanwhile. */
function replace(conversation: Conversation, before: string, after: string): void {
  const composer = shownComposer();
  if (composer && conversationKey(composer.conversation) === conversationKey(conversation)) {
    composer.replace(before, after);
    return;
  }
  const text = drafts().textOf(conversation);
  if (text.includes(before))
    changeDraft(
      conversation,
      text.replace(before, () => after),
    );
}
