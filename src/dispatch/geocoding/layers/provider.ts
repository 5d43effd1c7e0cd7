import { LRUCache } from 'lru-cache';
import { OutgoingRequestError, sendRequest } from '../../../platform/http-client/request.ts';
import type { Services } from '../../../platform/services.ts';
import type { GeocodeCandidate } from '../found-place.ts';
import type { GeocodeQuery } from '../query/geocode-query.ts';
import { nominatimQuery, readNominatim } from './nominatim.ts';
import { photonQuery, readPhoton } from './photon.ts';

/** What a request for a task or a destination waits at most for the provider. */
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

// Failures are not kept.
const answers = new LRUCache<string, ProviderAnswer>({ max: 20_000, ttl: 24 * 3_600_000 });
const pausedUntil = new Map<string, number>();
const asking = new Map<string, Promise<ProviderAnswer>>();

/** What a provider says; one that is slow, down or talks nonsense has not answered. */
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
  const isElsewhere = country && query.namedCountries && !query.namedCountries.includes(country);
  return isElsewhere ? { isAnswered: true } : answer;
}

async function answerOf(services: Services, provider: Provider, url: string): Promise<ProviderAnswer> {
  const kept = answers.get(url);
  if (kept) return kept;
  if ((pausedUntil.get(services.config.geocoderUrl!) ?? 0) > services.clock.now().getTime()) return UNANSWERED;
  // Many tasks of one address at once are one request.
  let answer = asking.get(url);
  if (!answer) {
    answer = ask(services, provider, url).finally(() => asking.delete(url));
    asking.set(url, answer);
  }
  return answer;
}

async function ask({ log, clock, config }: Services, provider: Provider, url: string): Promise<ProviderAnswer> {
  try {
    const answer = { candidate: provider.read(JSON.parse(await download(new URL(url)))), isAnswered: true };
    answers.set(url, answer);
    return answer;
  } catch (error) {
    if (error instanceof OutgoingRequestError && error.reason === 'timeout')
      pausedUntil.set(config.geocoderUrl!, clock.now().getTime() + PAUSE_MS);
    log.warn({ err: error, host: new URL(url).host }, 'the geocoder gave no answer');
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
  throw new Error('the geocoder redirects without end');
}
