import { ChatError } from '../http/errors.ts';

/** Devices are kept, but nothing delivers pushes to them yet. */
export function deliveryNotConfigured(): ChatError {
  return new ChatError('PUSH_SERVICE_NOT_CONFIGURED', 'Server is not configured to use push notification service.');
}
