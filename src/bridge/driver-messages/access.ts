export { loadTopicMessages, type TopicMessageRow } from './queries.ts';
