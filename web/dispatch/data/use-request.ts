export { failureOf, useRequest } from '../../shared/session/use-request.ts';
