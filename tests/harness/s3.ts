import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** For tests: a store that speaks what of the S3 protocol is needed, with two objects in each page of a list. */
export class FakeS3 {
  readonly objects = new Map<string, { bytes: Buffer; at: Date }>();
  /** Requests as `METHOD /bucket/key`. */
  readonly requests: string[] = [];
  readonly #server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://s3');
    this.requests.push(`${request.method} ${url.pathname}`);
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/');
    const key = rest.join('/');
    if (bucket !== 'parcels' || !request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=test-key/')) {
      response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
      return;
    }
    if (request.method === 'PUT') {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const bytes = Buffer.concat(parts);
      if (bytes.length !== Number(request.headers['content-length'])) return response.destroy();
      this.objects.set(key, { bytes, at: new Date() });
      response.writeHead(200, { etag: '"x"' }).end();
      return;
    }
    if (request.method === 'DELETE') {
      this.objects.delete(key);
      response.writeHead(204).end();
      return;
    }
    if (url.searchParams.get('list-type') === '2') {
      response.writeHead(200, { 'content-type': 'application/xml' }).end(this.#list(url.searchParams));
      return;
    }
    const object = this.objects.get(key);
    if (!object) {
      response.writeHead(404, { 'content-type': 'application/xml' });
      response.end(request.method === 'HEAD' ? '' : '<Error><Code>NoSuchKey</Code><Message>none</Message></Error>');
      return;
    }
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const bytes = from === undefined ? object.bytes : object.bytes.subarray(Number(from), Number(to) + 1);
    response.writeHead(from === undefined ? 200 : 206, {
      'content-length': bytes.length,
      'last-modified': object.at.toUTCString(),
      ...(from === undefined ? {} : { 'content-range': `bytes ${from}-${to}/${object.bytes.length}` }),
    });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  });

  static async start(): Promise<FakeS3> {
    const store = new FakeS3();
    await new Promise<void>((resolve) => store.#server.listen(0, '127.0.0.1', resolve));
    return store;
  }

  /** The settings with which a server uses it. */
  get settings() {
    return {
      fileStore: 's3',
      s3Bucket: 'parcels',
      s3Region: 'us-east-1',
      s3Endpoint: `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`,
      s3AccessKeyId: 'test-key',
      s3SecretAccessKey: 'test-secret',
    } as const;
  }

  /** The same, as a program's environment. */
  get environment(): Record<string, string> {
    const { s3Bucket, s3Endpoint, s3AccessKeyId, s3SecretAccessKey } = this.settings;
    return {
      FILE_STORE: 's3',
      S3_BUCKET: s3Bucket,
      S3_ENDPOINT: s3Endpoint,
      S3_ACCESS_KEY_ID: s3AccessKeyId,
      S3_SECRET_ACCESS_KEY: s3SecretAccessKey,
    };
  }

  #list(query: URLSearchParams): string {
    const after = query.get('continuation-token') ?? '';
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after);
    const page = keys.sort().slice(0, 2);
    const contents = page.map((key) => {
      const { bytes, at } = this.objects.get(key)!;
      return `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><LastModified>${at.toISOString()}</LastModified></Contents>`;
    });
    const more = keys.length > page.length;
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
