import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../../../tests/support/openTestStore.ts';
import { principalOf, smallCity, writeSmallCity } from '../../../tests/support/smallCity.ts';
import { testPepper } from '../../../tests/support/testAccess.ts';
import { VirtualClock } from '../../runtime/virtualClock.ts';
import { run } from '../../store/eventStore.ts';
import { changeOwnPassword } from './ownPassword.ts';
import type { Principal } from '../../access/principal.ts';
import { createSessions, sessionKeyOf, type Sessions } from '../../access/sessions.ts';

const clock = new VirtualClock();
const userId = smallCity.users.dispatcher1;
let opened: TestStore;
let sessions: Sessions;
let person: Principal;
let sessionKey: string;

beforeEach(async () => {
  opened = await openTestStore({ clock });
  await writeSmallCity(opened.store, 'old');
  sessions = await createSessions({ store: opened.store, clock, pepper: testPepper });
  person = await principalOf(opened.store, userId);
  sessionKey = sessionKeyOf(await sessions.open(person, { ip: '10.0.0.5', agent: 'test' }));
});
afterEach(async () => {
  await sessions.close();
  await opened.dispose();
});

const change = () =>
  changeOwnPassword({ store: opened.store, clock }, person, { sessionKey, verifiedHash: 'old', newHash: 'chosen' });
const storedHash = async () =>
  (await opened.store.rows.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst())
    ?.password_hash;

describe("changing one's own password", () => {
  it('ends the other sessions and keeps the one that asked', async () => {
    const other = sessionKeyOf(await sessions.open(person, { ip: '10.0.0.6', agent: 'test' }));
    expect(await change()).toEqual([other]);
    expect(await storedHash()).toBe('chosen');
    expect(
      await opened.store.rows.selectFrom('sessions').select('token_hash').where('user_id', '=', userId).execute(),
    ).toEqual([{ token_hash: sessionKey }]);
  });

  it('does not overwrite a reset that came between the check and the change', async () => {
    await opened.store.write(function* (queries) {
      yield* run(
        queries.updateTable('users').set({ password_hash: 'reset', must_change_password: 1 }).where('id', '=', userId),
      );
    });
    await expect(change()).rejects.toThrow('新密码没有保存');
    expect(await storedHash()).toBe('reset');
  });

  it('is refused to a session that was ended meanwhile', async () => {
    await opened.store.write(function* (queries) {
      yield* run(queries.deleteFrom('sessions').where('user_id', '=', userId));
    });
    await expect(change()).rejects.toThrow('新密码没有保存');
    expect(await storedHash()).toBe('old');
  });
});
