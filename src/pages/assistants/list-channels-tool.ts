import { Type } from 'typebox';
import { bounded, fitting, NOT_INSTRUCTIONS } from './answer.ts';
import { readingTool } from './tool.ts';

const MAX_CHANNELS = 100;

export const listChannelsTool = readingTool({
  title: 'List channels',
  about: `Lists the channels of the chat that you can read, ${MAX_CHANNELS} at most. Use it to find a channel's exact name.`,
  side: 'chat',
  params: {
    name: Type.Optional(Type.String({ maxLength: 60, description: 'Part of the name, in any case.' })),
  },
  async run({ call }, { name = '' }) {
    const { streams } = await call('GET /api/v1/streams', { include_can_access_content: true });
    const found = (streams as { stream_id: number; name: string; description: string }[]).filter((channel) =>
      channel.name.toLowerCase().includes(name.toLowerCase()),
    );
    const channels = found.slice(0, MAX_CHANNELS).map(({ stream_id: id, name: ofChannel, description }) => ({
      id,
      name: ofChannel,
      description: bounded(description, 200),
    }));
    return fitting('channels', channels, { note: NOT_INSTRUCTIONS, found: found.length });
  },
});
