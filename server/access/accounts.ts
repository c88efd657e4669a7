import { run, type EventStore } from '../store/eventStore.ts';
import type { UserTable } from '../store/rowTables.ts';

/** The columns of an account that a sign-in reads. */
export type Credentials = Pick<UserTable, 'id' | 'password_hash' | 'is_disabled' | 'must_change_password'>;

export async function findCredentials({ rows }: EventStore, account: string): Promise<Credentials | undefined> {
  return rows
    .selectFrom('users')
    .select(['id', 'password_hash', 'is_disabled', 'must_change_password'])
    .where('account', '=', account)
    .executeTakeFirst();
}

/** From now on the account can only change its password, unless somebody has changed it since this was read. */
export async function requirePasswordChange(
  store: EventStore,
  { id, password_hash: passwordHash }: Credentials,
): Promise<void> {
  await store.write(function* (queries) {
    yield* run(
      queries
        .updateTable('users')
        .set({ must_change_password: 1 })
        .where('id', '=', id)
        .where('password_hash', '=', passwordHash),
    );
  });
}

export async function isSignedIn({ rows }: EventStore, userId: number): Promise<boolean> {
  return (
    (await rows
      .selectFrom('sessions')
      .select('token_hash')
      .where('user_id', '=', userId)
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}
