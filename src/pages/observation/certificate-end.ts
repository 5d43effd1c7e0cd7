import { readCertificate } from '../../platform/http-client/read-certificate.ts';
import { perServices } from '../../platform/per-services.ts';
import type { Services } from '../../platform/services.ts';

const KEPT_MS = 3_600_000;

interface Known {
  until: number;
  end: Promise<Date | undefined>;
}

const knownBy = perServices<{ known: Known | undefined }>(() => ({ known: undefined }));

/** Returns the end of the certificate at `PUBLIC_URL`, read at most once an hour; undefined if it has none or cannot be reached. */
export function certificateEnd(services: Services): Promise<Date | undefined> {
  const { publicUrl } = services.config;
  if (!publicUrl?.startsWith('https:')) return Promise.resolve(undefined);
  const memory = knownBy(services);
  const now = services.clock.now().getTime();
  if (!memory.known || memory.known.until <= now)
    memory.known = {
      until: now + KEPT_MS,
      end: readCertificate(new URL(publicUrl)).then(
        ({ end }) => end,
        () => undefined,
      ),
    };
  return memory.known.end;
}
