/** Sends what is kept on the phone. */
export function startSync(): void {}
