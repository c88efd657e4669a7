import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { ApiClient } from '../support/apiClient.ts';
import { ServerProcess } from '../support/serverProcess.ts';

/** The bundled server under `npm test`, the sources otherwise: the threads must start in both, from any folder. */
let server: ServerProcess;
beforeAll(async () => {
  server = await ServerProcess.start();
});
afterAll(() => server.dispose());

const pageSchema = z.object({ total: z.number() });

test('a whole server answers lists from its reading threads, and stops at once when it is told to', async () => {
  const api = await ApiClient.login(server.url, 'dispatcher1');
  const totals = await Promise.all(
    Array.from({ length: 8 }, async () => pageSchema.parse((await api.get('/api/elevator/list')).data).total),
  );
  expect(new Set(totals)).toEqual(new Set([totals[0]]));
  expect(totals[0]).toBeGreaterThan(0);
  const ended = server.untilEnded();
  await server.stop();
  expect(await ended).toBe(0);
  expect(server.errors).toEqual([]);
});
