/**
 * Thrown by a handler whose state version has changed meanwhile: the dialect authorizes the request again and handles it
 * once more. A handler that gets `isLastAttempt` uses the state that it has.
 */
export class StaleState extends Error {}
