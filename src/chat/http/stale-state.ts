/**
 * Thrown by a handler that finds that what it read by has changed meanwhile: the dialect authorizes the request again and
 * handles it once more. A handler that is told `isLastAttempt` makes do with what it has.
 */
export class StaleState extends Error {}
