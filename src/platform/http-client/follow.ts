import { type OutgoingAnswer, type OutgoingRequest, OutgoingRequestError, sendRequest } from './request.ts';

const MAX_REDIRECTS = 3;

/**
 * Asks, and goes on where redirects lead, each place checked anew. The time is for all of it: a host that sends from one slow
 * place to the next gains nothing.
 * @returns the answer with status 200 and where it came from; undefined: it cannot be had
 */
export async function follow(request: OutgoingRequest): Promise<{ url: URL; answer: OutgoingAnswer } | undefined> {
  const limit = AbortSignal.timeout(request.timeoutMs);
  const signal = request.signal ? AbortSignal.any([request.signal, limit]) : limit;
  let { url } = request;
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const answer = await sendRequest({ ...request, url, signal });
      const { status, location } = answer;
      if (status === 200) return { url, answer };
      if (status < 300 || status > 399 || location === undefined || !URL.canParse(location, url)) return undefined;
      url = new URL(location, url);
    }
  } catch (error) {
    if (!(error instanceof OutgoingRequestError)) throw error;
  }
  return undefined;
}
