import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { UnkeepableDataError } from '../../../server/store/errors.ts';
import { run, type AppendRequest, type InlineProjection } from '../../../server/store/eventStore.ts';
import { explainDataError } from '../../../server/store/keepable.ts';
import { actor, added, countRows, counts, type Bench } from './bench.ts';

/** Keeps the last text of each stream in a row, unchanged. */
const texts: InlineProjection = {
  name: 'texts',
  version: 1,
  tables: ['rescue_deadlines'],
  handles: ['text.said'],
  *steps({ stream, data }, queries) {
    const { text } = z.object({ text: z.string() }).parse(data);
    yield* run(
      queries
        .insertInto('rescue_deadlines')
        .values({ stream, kind: 'text', due_at_ms: 0, data: text })
        .onConflict((conflict) => conflict.columns(['stream', 'kind']).doUpdateSet({ data: text })),
    );
  },
};

/** Every UTF-16 unit may stand anywhere: halves of surrogate pairs, U+0000, what Unicode would compose, what the end of a line is. */
const anyText = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0xffff }),
      fc.constantFrom(0, 0x0a, 0x22, 0x5c, 0xd800, 0xdc00, 0x0301, 0xfeff, 0xfffe, 0x2028),
    ),
    { maxLength: 12 },
  )
  .map((units) => String.fromCharCode(...units));

const anyJson = fc.oneof(
  fc.jsonValue(),
  anyText,
  fc.constantFrom(-0, 1e21, 5e-324, 2 ** 53 + 2, undefined),
  fc.dictionary(anyText, anyText),
);

const canBeKept = (text: string): boolean => !text.includes('\u0000') && Buffer.from(text).toString() === text;

/** Every text and value comes back as it was stored, or is refused alone. */
export function dataSuite({ underTest }: Bench): void {
  describe('data of every kind', () => {
    test('any text and any JSON is stored unchanged and verified, or refused alone while the rest of its batch is stored', async () => {
      const { store } = await underTest({ projections: [] });
      let kept = 0;
      const name = fc.oneof({ weight: 6, arbitrary: fc.string({ unit: 'grapheme' }) }, anyText);
      const wish = fc.record({
        stream: name,
        messageId: fc.option(name, { nil: undefined }),
        type: name,
        data: anyJson,
      });
      await fc.assert(
        fc.asyncProperty(fc.array(wish, { minLength: 1, maxLength: 6 }), async (wishes) => {
          const requests = wishes.map(({ stream, messageId, type, data }, index) => ({
            canBeKept: [stream, messageId ?? '', type].every(canBeKept),
            request: {
              stream,
              expectedVersion: 'any',
              actor,
              events: [{ type, data, atMs: 1 }],
              ...(messageId === undefined ? {} : { messageId: `${messageId}/${kept}/${index}` }),
            } as const,
          }));
          const answers = await Promise.allSettled([
            ...requests.map(({ request }) => store.append(request)),
            store.append(added('neighbour')),
          ]);
          expect(answers.pop()).toMatchObject({ status: 'fulfilled' });
          kept += 1;
          for (const [index, answer] of answers.entries()) {
            const asked = requests[index];
            if (asked?.canBeKept !== true)
              expect(answer).toMatchObject({ status: 'rejected', reason: { name: 'UnkeepableDataError' } });
            else if (answer.status === 'rejected') throw answer.reason;
            else {
              kept += 1;
              const [event] = await store.readAll((answer.value.events[0]?.position ?? 0) - 1, 1);
              expect(event).toEqual(answer.value.events[0]);
              const said = JSON.stringify(asked.request.events[0].data);
              expect(event).toMatchObject({ stream: asked.request.stream, type: asked.request.events[0].type });
              expect(JSON.stringify(event?.data)).toBe(said ?? 'null');
            }
          }
        }),
        { numRuns: 60 },
      );
      expect(kept).toBeGreaterThan(120);
      expect(await store.verify()).toEqual({ events: kept });
    });

    test.each([
      ['U+0000 in a name', { messageId: 'device:COL1:e\u0000' }],
      ['half a surrogate pair in a name', { messageId: 'device:COL1:e\ud800' }],
      ['U+0000 in the name of a stream', { stream: 'a\u0000' }],
      ['a text that its row cannot hold', { events: [{ type: 'text.said', data: { text: 'SOS\u0000' }, atMs: 1 }] }],
      ['half a surrogate pair in a row', { events: [{ type: 'text.said', data: { text: '\udc00' }, atMs: 1 }] }],
      ['a time that is no whole number', { events: [{ type: 'count.added', data: { amount: 1 }, atMs: 1.5 }] }],
      ['what JSON cannot say', { events: [{ type: 'count.added', data: 1n, atMs: 1 }] }],
      [
        'nesting that nobody could read again',
        {
          events: [
            { type: 'other.happened', data: JSON.parse('['.repeat(3_000) + ']'.repeat(3_000)) as unknown, atMs: 1 },
          ],
        },
      ],
    ] satisfies [string, Partial<AppendRequest>][])(
      '%s fails that request alone, as its own fault',
      async (_, broken) => {
        const { store } = await underTest({ projections: [counts, texts] });
        const answers = await Promise.allSettled([
          ...Array.from({ length: 18 }, (_, n) => store.append(added('a', 1, { messageId: `before${n}` }))),
          store.append(added('b', 1, broken)),
          ...Array.from({ length: 18 }, (_, n) => store.append(added('a', 1, { messageId: `after${n}` }))),
        ]);
        expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(36);
        expect(answers[18]).toMatchObject({ status: 'rejected', reason: new UnkeepableDataError(undefined) });
        expect(await store.verify()).toEqual({ events: 36 });
        expect(await store.append(added('b', 1))).toMatchObject({ version: 1 });
      },
    );

    test('a plain row that cannot be kept is refused, and asking for one is no failure of the database', async () => {
      const { store } = await underTest();
      const put = (data: string) =>
        store.write(function* (queries) {
          yield* run(queries.insertInto('rescue_deadlines').values({ stream: 's', kind: data, due_at_ms: 0, data }));
        });
      const answers = await Promise.allSettled([put('x'), put('y\u0000'), put('z\ud800'), put('é e\u0301\t\n\u0001')]);
      expect(
        answers.map((answer) => (answer.status === 'rejected' ? answer.reason instanceof UnkeepableDataError : 'kept')),
      ).toEqual(['kept', true, true, 'kept']);
      expect((await countRows(store)).map(({ data }) => data).toSorted()).toEqual(['x', 'é e\u0301\t\n\u0001']);
      const asked = store.rows.selectFrom('rescue_deadlines').selectAll().where('stream', '=', 'a\u0000').execute();
      expect(await asked.catch(explainDataError)).toBeInstanceOf(UnkeepableDataError);
    });
  });
}
