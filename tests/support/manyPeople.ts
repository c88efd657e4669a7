import { run, type EventStore } from '../../server/store/eventStore.ts';

const firstId = 100_000;
const ofCopy = (id: number, copy: number): number => firstId + copy * 100 + id;

/**
 * Accounts like those of the small city, with their role, organisations and password: this number of copies of each.
 * Returns their ids, the people in turns. One user may have ten sockets only, so a crowd of consoles needs a crowd of
 * users. The copies of user 2 are called `<account>-1`, `-2` …
 */
export async function addPeopleLike(
  store: EventStore,
  userIds: readonly number[],
  copies: number,
): Promise<readonly number[]> {
  const [users, organizations] = await Promise.all([
    store.rows.selectFrom('users').selectAll().where('id', 'in', userIds).execute(),
    store.rows.selectFrom('user_organizations').selectAll().where('user_id', 'in', userIds).execute(),
  ]);
  const copyNumbers = Array.from({ length: copies }, (_, index) => index + 1);
  await store.write(function* (queries) {
    for (const copy of copyNumbers) {
      yield* run(
        queries
          .insertInto('users')
          .values(users.map((user) => ({ ...user, id: ofCopy(user.id, copy), account: `${user.account}-${copy}` }))),
      );
      if (organizations.length > 0)
        yield* run(
          queries
            .insertInto('user_organizations')
            .values(organizations.map((row) => ({ ...row, user_id: ofCopy(row.user_id, copy) }))),
        );
    }
  });
  return copyNumbers.flatMap((copy) => userIds.map((id) => ofCopy(id, copy)));
}
