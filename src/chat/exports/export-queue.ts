/** Queue of the job that writes exports. */
export const EXPORT_QUEUE = 'chat-exports';

export interface ExportJob {
  organizationId: string;
  id: number;
}
