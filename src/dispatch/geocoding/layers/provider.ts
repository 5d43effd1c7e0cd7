import { defineCache } from '../../../platform/cache.ts';
import { OutgoingRequestError, sendRequest } from '../../../platform/http-client/request.ts';
import { perServices } from '../../../platform/per-services.ts';
import type { Services } from '../../../platform/services.ts';
import type { GeocodeCandidate } from '../found-place.ts';
import type { GeocodeQuery } from '../query/geocode-query.ts';
import { nominatimQuery, readNominatim } from './nominatim.ts';
import { photonQuery, readPhoton } from './photon.ts';

/** Maximum time that a request for a task or destination waits for the provider. */
const BUDGET_MS = 2000;
/** After a provider took too long it is not asked for so long: 500 tasks of a batch must not wait for it one by one. */
const PAUSE_MS = 10_000;
const MAX_ANSWER_BYTES = 1_000_000;
const MAX_REDIRECTS = 3;

/** A geocoder spoken to over HTTP. */
export interface Provider {
  path(query: GeocodeQuery, language: string | undefined): string;
  read(answer: unknown): GeocodeCandidate | undefined;
}

const providers: Record<'photon' | 'nominatim', Provider> = {
  photon: { path: photonQuery, read: readPhoton },
  nominatim: { path: nominatimQuery, read: readNominatim },
};

/** Time for which an answer is cached; failures are not cached. */
const KEEP_MS = 24 * 3_600_000;
/** Beside its address, what an answer costs. */
const ANSWER_BYTES = 500;

interface CachedAnswer {
  answer: ProviderAnswer;
  until: number;
}

/** By address. All organizations share them. */
const answersOf = defineCache<string, CachedAnswer>({
  name: 'geocoder answers',
  share: 3,
  sizeOf: (_answer, url) => ANSWER_BYTES + 2 * url.length,
  organizationOf: () => '',
});

/** The requests under way, by address, and until when none is made. */
const requestsOf = perServices(() => ({ pending: new Map<string, Promise<ProviderAnswer>>(), pausedUntil: 0 }));

/** Answer of a provider. Slow, unreachable or malformed counts as no answer. */
interface ProviderAnswer {
  candidate?: GeocodeCandidate | undefined;
  isAnswered: boolean;
}

const UNANSWERED: ProviderAnswer = { isAnswered: false };

/**
 * Asks the configured geocoder, if there is one. One that does not answer costs the finer place: the next layer is asked.
 * An answer from another country than the address names is none.
 */
export async function askProvider(
  services: Services,
  query: GeocodeQuery,
  language: string | undefined,
): Promise<ProviderAnswer> {
  const { geocoder, geocoderUrl } = services.config;
  if (geocoder === 'off' || !geocoderUrl) return { isAnswered: true };
  const url = `${geocoderUrl}${providers[geocoder].path(query, language)}`;
  const answer = await answerOf(services, providers[geocoder], url);
  const country = answer.candidate?.countryCode;
  const isOutOfCountry = country && query.namedCountries && !query.namedCountries.includes(country);
  return isOutOfCountry ? { isAnswered: true } : answer;
}

async function answerOf(services: Services, provider: Provider, url: string): Promise<ProviderAnswer> {
  const now = services.clock.now().getTime();
  const cached = answersOf(services).get(url);
  if (cached && cached.until > now) return cached.answer;
  const { pending, pausedUntil } = requestsOf(services);
  if (pausedUntil > now) return UNANSWERED;
  // Many tasks of one address at once are one request.
  let answer = pending.get(url);
  if (!answer) {
    answer = ask(services, provider, url).finally(() => pending.delete(url));
    pending.set(url, answer);
  }
  return answer;
}

async function ask(services: Services, provider: Provider, url: string): Promise<ProviderAnswer> {
  const { log, clock } = services;
  try {
    const answer = { candidate: provider.read(JSON.parse(await download(new URL(url)))), isAnswered: true };
    answersOf(services).set(url, { answer, until: clock.now().getTime() + KEEP_MS });
    return answer;
  } catch (error) {
    if (error instanceof OutgoingRequestError && error.reason === 'timeout')
      requestsOf(services).pausedUntil = clock.now().getTime() + PAUSE_MS;
    log.warn({ err: error, host: new URL(url).host }, 'the geocoder did not respond');
    return UNANSWERED;
  }
}

/**
 * The body of the geocoder's answer. The operator has named the geocoder, wherever it is; another host, to which it
 * redirects, must be a public one over HTTPS.
 */
async function download(configured: URL): Promise<string> {
  const until = performance.now() + BUDGET_MS;
  let url = configured;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await sendRequest({
      url,
      method: 'GET',
      // Nominatim's terms of use ask for a name.
      headers: { accept: 'application/json', 'user-agent': 'hubbub' },
      timeoutMs: Math.max(1, Math.ceil(until - performance.now())),
      maxBytes: MAX_ANSWER_BYTES,
      longer: 'fail',
      allowInsecure: url.origin === configured.origin,
    });
    if (answer.status === 200) return answer.text;
    if (answer.status < 300 || answer.status > 399 || !answer.location)
      throw new Error(`the geocoder answered ${answer.status}`);
    url = new URL(answer.location, url);
  }
  throw new Error('the geocoder redirects endlessly');
}
