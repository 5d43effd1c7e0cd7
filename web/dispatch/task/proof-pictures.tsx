import { Failure, Loading } from '../../shared/ui/states.tsx';
import type { Task } from '../../store/wire/dispatch.ts';
import { useRequest } from '../data/use-request.ts';
import { words } from '../texts/index.ts';
import './proof.css';

/** The pictures of a completion, or of a report of one. */
type Pictured = Pick<Task['completionDetails'], 'photoUploadIds' | 'signatureUploadId'>;

/** A completion's photos and signature; nothing of one without any. */
export function ProofPictures({ of: { photoUploadIds, signatureUploadId } }: { of: Pictured }) {
  const pictures = [
    ...(photoUploadIds ?? []).map((id, index) => ({ id, name: words.proof.photo({ number: index + 1 }) })),
    ...(signatureUploadId ? [{ id: signatureUploadId, name: words.proof.signature }] : []),
  ];
  if (pictures.length === 0) return null;
  return (
    <div class="proof">
      {pictures.map(({ id, name }) => (
        <Picture key={id} id={id} name={name} />
      ))}
    </div>
  );
}

function Picture({ id, name }: { id: string; name: string }) {
  const { answer, failure, retry } = useRequest<{ url: string }>(`/api/v2/uploads/${id}`);
  if (failure) return <Failure {...failure} onRetry={retry} />;
  if (!answer) return <Loading rows={2} />;
  // Of this server, whatever address it is known by elsewhere.
  const { pathname } = new URL(answer.url);
  return (
    <a href={pathname} target="_blank" rel="noreferrer">
      <img src={pathname} alt={name} loading="lazy" />
    </a>
  );
}
