export { useAction } from '../../shared/session/use-action.ts';
