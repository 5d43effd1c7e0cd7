import { connect } from 'node:tls';

const PATIENCE_MS = 5000;
const DEFAULT_PORT = 443;

/** Certificate of an HTTPS address. */
export interface Certificate {
  end: Date;
  /** Why clients do not trust it; undefined: they do. */
  problem: string | undefined;
}

/**
 * Reads the certificate that an HTTPS address shows, also one that is not to be trusted.
 * @throws when it does not respond
 */
export function readCertificate({ hostname, port }: URL): Promise<Certificate> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const options = { host, port: Number(port || DEFAULT_PORT), servername: host, rejectUnauthorized: false };
    const socket = connect(options, () => {
      const end = new Date(socket.getPeerCertificate().valid_to);
      const problem = socket.authorized ? undefined : String(socket.authorizationError);
      socket.destroy();
      resolve({ end, problem });
    });
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('timed out')));
    socket.on('error', reject);
  });
}
