import type { Configuration, CustomFetch } from 'openid-client';
import { sendRequest } from '../http-client/request.ts';
import { perServices } from '../per-services.ts';
import type { Services } from '../services.ts';
import type { OpenIdProvider } from './provider.ts';

/** Each request to a provider; somebody waits for it. */
const TIMEOUT_SECONDS = 4;
/** Descriptions, keys and tokens take some kilobytes. */
const MAX_ANSWER = 1_048_576;
/** Time for which a provider's configuration is cached. */
const KEPT_MS = 3_600_000;
/** After a failure it is not asked again for so long: whoever comes meanwhile is told at once. */
const FAILED_MS = 10_000;

/** The provider does not answer, or not as one. */
export class ProviderUnreachable extends Error {}

/** Asks a provider as all hosts outside are asked, so that no answer fills the memory. Who they are the operator has set up. */
const askProvider: CustomFetch = async (url, { method, headers, body }) => {
  const answer = await sendRequest({
    url: new URL(url),
    method: method as 'GET' | 'POST',
    headers,
    ...(body && { body: String(body) }),
    timeoutMs: TIMEOUT_SECONDS * 1000,
    maxBytes: MAX_ANSWER,
    longer: 'fail',
    allowInsecure: true,
  });
  const { status, contentType } = answer;
  return new Response(answer.text, {
    status,
    headers: contentType === undefined ? {} : { 'content-type': contentType },
  });
};

/** One provider as this program speaks to it. Nothing is asked of it before somebody signs in there. */
class OpenIdClient {
  readonly #provider: OpenIdProvider;
  readonly #services: Services;
  #known: { configuration: Configuration; until: number } | undefined;
  #asking: Promise<Configuration> | undefined;
  #failedUntil = 0;

  constructor(services: Services, provider: OpenIdProvider) {
    this.#services = services;
    this.#provider = provider;
  }

  /**
   * Returns the provider's configuration (OpenID Connect Discovery). A cached one is used while it is refreshed.
   * @throws {ProviderUnreachable}
   */
  async configuration(): Promise<Configuration> {
    const now = this.#services.clock.now().getTime();
    if (this.#known && this.#known.until > now) return this.#known.configuration;
    if (this.#failedUntil > now) {
      if (this.#known) return this.#known.configuration;
      throw new ProviderUnreachable('the provider did not respond a moment ago');
    }
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    if (!this.#known) return this.#asking;
    void this.#asking.catch(() => undefined);
    return this.#known.configuration;
  }

  async #ask(): Promise<Configuration> {
    const { issuer, clientId, clientSecret, name } = this.#provider;
    const { clock, log } = this.#services;
    try {
      // Loaded with the first sign-in: nothing else needs it.
      const { discovery, customFetch, allowInsecureRequests, enableNonRepudiationChecks } = await import(
        'openid-client'
      );
      // The setting lets plain HTTP to this machine pass only.
      const insecure = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
      const configuration = await discovery(new URL(issuer), clientId, clientSecret, undefined, {
        [customFetch]: askProvider,
        execute: [enableNonRepudiationChecks, ...insecure],
      });
      this.#known = { configuration, until: clock.now().getTime() + KEPT_MS };
      return configuration;
    } catch (error) {
      this.#failedUntil = clock.now().getTime() + FAILED_MS;
      log.warn({ provider: name, err: error }, 'the discovery document of a sign-in provider could not be read');
      throw new ProviderUnreachable("the provider's discovery document could not be read", { cause: error });
    }
  }
}

const clients = perServices(
  (services) =>
    new Map(services.config.openIdProviders.map((provider) => [provider.name, new OpenIdClient(services, provider)])),
);

/** @throws {ProviderUnreachable} */
export function openIdConfiguration(services: Services, { name }: OpenIdProvider): Promise<Configuration> {
  return clients(services).get(name)!.configuration();
}
