import * as z from 'zod';
import { run, type InlineProjection } from '../../server/store/eventStore.ts';

const dataSchema = z.object({ n: z.number() });

/** One row per stream: how many events, and a digest that depends on their order. The core's own table serves. */
export const killProjection: InlineProjection = {
  name: 'kill-counts',
  version: 1,
  tables: ['rescue_deadlines'],
  handles: ['load.added'],
  *steps(event, queries) {
    const { n } = dataSchema.parse(event.data);
    const [kept] = yield* run(
      queries
        .selectFrom('rescue_deadlines')
        .select('due_at_ms')
        .where('stream', '=', event.stream)
        .where('kind', '=', 'load'),
    );
    const due_at_ms = ((kept?.due_at_ms ?? 0) * 31 + n + event.version) % 1_000_000_007;
    yield* run(
      queries
        .insertInto('rescue_deadlines')
        .values({ stream: event.stream, kind: 'load', due_at_ms, data: `${event.version}` })
        .onConflict((conflict) =>
          conflict.columns(['stream', 'kind']).doUpdateSet({ due_at_ms, data: `${event.version}` }),
        ),
    );
  },
};
