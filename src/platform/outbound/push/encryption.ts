/** libsodium is a megabyte of WebAssembly: it is loaded with the first encrypted push. */
async function loadSodium() {
  const { default: sodium } = await import('libsodium-wrappers');
  await sodium.ready;
  return sodium;
}

/**
 * Encrypts what only the device is to read, under the key that it registered
 * (client: zulip-flutter opens libsodium's secretbox with the nonce of 24 bytes in front).
 * @param key 32 bytes
 * @returns base64
 */
export async function encryptForDevice(key: Buffer, text: string): Promise<string> {
  const sodium = await loadSodium();
  const nonce = sodium.randombytes_buf(sodium.crypto_secretbox_NONCEBYTES);
  return Buffer.concat([nonce, sodium.crypto_secretbox_easy(text, nonce, key)]).toString('base64');
}

/** The public key that apps encrypt their tokens for, of the server's private key; base64. */
export async function publicKeyOf(privateKey: Buffer): Promise<string> {
  const sodium = await loadSodium();
  return Buffer.from(sodium.crypto_scalarmult_base(privateKey)).toString('base64');
}

/** Opens what an app encrypted for the server (libsodium's sealed box); undefined when it is not for this key. */
export async function openSealed(privateKey: Buffer, sealed: Buffer): Promise<string | undefined> {
  const sodium = await loadSodium();
  try {
    const opened = sodium.crypto_box_seal_open(sealed, sodium.crypto_scalarmult_base(privateKey), privateKey);
    return Buffer.from(opened).toString('utf8');
  } catch {
    return undefined;
  }
}
