import { expect, test } from 'vitest';
import { StoreClosedError, StoreUnavailableError } from './errors.ts';
import { FairTurns } from './fairTurns.ts';

/** Queries that end when the test says so. */
function begin(options: ConstructorParameters<typeof FairTurns>[0]) {
  const turns = new FairTurns(options);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, user?: number) =>
    turns.run(user, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  return { turns, begun, ends, ask };
}

test('one user has no more than a share of the places, however much that user asks for', async () => {
  const { begun, ends, ask } = begin({ places: 3, placesOfUser: 2 });
  const first = ask('a1', 1);
  for (const name of ['a2', 'a3', 'a4']) void ask(name, 1);
  void ask('b1', 2);
  void ask('b2', 2);
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  ends.get('a1')?.();
  expect(await first).toBe('a1');
  // The user who has waited longest is next, then the other.
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  ends.get('a2')?.();
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
});

test('the server’s own queries take every place', () => {
  const { begun, ask } = begin({ places: 3, placesOfUser: 1 });
  for (const name of ['s1', 's2', 's3', 's4']) void ask(name);
  expect(begun).toEqual(['s1', 's2', 's3']);
});

test('a user with a hundred waiting is refused the next, and nobody else is', async () => {
  const { ask } = begin({ places: 1, placesOfUser: 1 });
  const asked = Array.from({ length: 101 }, (_, index) => ask(`a${index}`, 1));
  await expect(ask('one more', 1)).rejects.toBeInstanceOf(StoreUnavailableError);
  void ask('b', 2);
  expect(asked).toHaveLength(101);
});

test('a query that fails gives its place back', async () => {
  const { turns, begun, ask } = begin({ places: 1, placesOfUser: 1 });
  const failing = turns.run(1, () => Promise.reject(new Error('no such table')));
  void ask('next', 1);
  await expect(failing).rejects.toThrow('no such table');
  await expect.poll(() => begun).toEqual(['next']);
});

test('closing refuses waiting and new queries, and lets those in progress end', async () => {
  const { turns, ends, ask } = begin({ places: 1, placesOfUser: 1 });
  const underWay = ask('a', 1);
  const waiting = ask('b', 1);
  turns.close();
  await expect(waiting).rejects.toBeInstanceOf(StoreClosedError);
  await expect(ask('c', 2)).rejects.toBeInstanceOf(StoreClosedError);
  ends.get('a')?.();
  expect(await underWay).toBe('a');
  await turns.settled();
});
