import { useRequest } from '../../shared/session/use-request.ts';
import type { CompletionDetails, GetUploadAnswer } from '../../store/wire/dispatch.ts';
import './proof-thumbnails.css';
import { taskCardWords as words } from './texts/index.ts';

/** More of them stand in the console. */
const MAX_PHOTOS = 3;

/** The photos and the signature of a task that ended, small; each opens in a tab of its own. Empty where there are none. */
export function ProofThumbnails({ of: { photoUploadIds, signatureUploadId } }: { of: CompletionDetails }) {
  const photos = photoUploadIds ?? [];
  const pictures = [
    ...photos.slice(0, MAX_PHOTOS).map((id, index) => ({ id, name: words.proof.photo({ number: index + 1 }) })),
    ...(signatureUploadId ? [{ id: signatureUploadId, name: words.proof.signature }] : []),
  ];
  if (pictures.length === 0) return null;
  const more = photos.length - MAX_PHOTOS;
  return (
    <div class="task-card-proof">
      {pictures.map(({ id, name }) => (
        <Picture key={id} {...{ id, name }} />
      ))}
      {more > 0 && <span class="hint">{words.proof.more({ count: more })}</span>}
    </div>
  );
}

/** One picture; its address is valid for an hour, and the one that was first shown stays. */
function Picture({ id, name }: { id: string; name: string }) {
  const { answer } = useRequest<GetUploadAnswer>(`/api/v2/uploads/${encodeURIComponent(id)}`);
  // Its place is there before it, so that nothing jumps; a picture that is gone leaves its name.
  const address = answer && new URL(answer.url).pathname;
  return address ? (
    <a href={address} target="_blank" rel="noreferrer">
      <img src={address} alt={name} loading="lazy" />
    </a>
  ) : (
    <span class="task-card-picture">{name}</span>
  );
}
