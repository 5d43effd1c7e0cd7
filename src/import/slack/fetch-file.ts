import { follow } from '../../platform/http-client/follow.ts';
import { OutgoingRequestError, sendRequest } from '../../platform/http-client/request.ts';

/** Hosts that keep Slack's files. The token goes to no other. */
const FILE_HOSTS = ['files.slack.com'];

const TIMEOUT_MS = 60_000;

/** Makes requests; another one in tests. */
export interface SlackRequests {
  send: typeof sendRequest;
  follow: typeof follow;
}

/**
 * Fetches a file from Slack. A redirect is followed without the token.
 * @returns undefined when it cannot be had
 */
export async function fetchSlackFile(
  { url, token, maxBytes }: { url: URL; token: string; maxBytes: number },
  requests: SlackRequests = { send: sendRequest, follow },
): Promise<Buffer | undefined> {
  const common = { method: 'GET', timeoutMs: TIMEOUT_MS, maxBytes, longer: 'fail', allowInsecure: false } as const;
  try {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await requests.send({ ...common, url, headers, hosts: FILE_HOSTS });
    // A token that is not valid gets the page for signing in.
    if (answer.status === 200) return isSignIn(answer.contentType, url) ? undefined : answer.body;
    const { status, location } = answer;
    if (status < 300 || status > 399 || location === undefined || !URL.canParse(location, url)) return undefined;
    const there = await requests.follow({ ...common, url: new URL(location, url) });
    return there && !isSignIn(there.answer.contentType, url) ? there.answer.body : undefined;
  } catch (error) {
    if (error instanceof OutgoingRequestError) return undefined;
    throw error;
  }
}

const isSignIn = (contentType: string | undefined, url: URL) =>
  contentType?.startsWith('text/html') === true && !/\.html?$/i.test(url.pathname);
