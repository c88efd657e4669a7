import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { refusalCodes } from '../../src/contract/envelope.ts';
import { notifySettingsEvents } from '../../src/contract/events/notifySettings.ts';
import { streamName } from '../../src/contract/streamName.ts';
import { organizationScopeCondition } from '../access/organizationScope.ts';
import { actorOf, type Principal } from '../access/principal.ts';
import { NotFound, Refusal } from '../domain/refusal.ts';
import type { Clock } from '../runtime/clock.ts';
import { KeyedTurns } from '../runtime/keyedTurns.ts';
import { run, type EventActor, type EventStore, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import type { LoadedChannels } from './channels.ts';
import type { BindingScan } from './receipts/receiptReading.ts';

export interface BindingParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly channels: Pick<LoadedChannels, 'wechat' | 'stateOf'>;
}

export interface Bindings {
  /** The content of a code that binds the person who scans it within ten minutes. Throws NotFound, and Refusal in words. */
  createCode(by: Principal, personId: number): Promise<{ readonly content: string; readonly expiresAtMs: number }>;
  /** Removes them all, or none if one of them is not the caller's to see. Throws NotFound. */
  remove(by: Principal, personIds: readonly number[]): Promise<{ removed: number }>;
  /** Someone has scanned a code. One that is unknown or has expired changes nothing. */
  scanned(scan: BindingScan): Promise<void>;
}

const codeLivesMs = 600_000;
const scanActor: EventActor = { kind: 'system', id: 'wechat', name: '微信扫码' };
const channel = 'wechat';

/** The end of an openid, by which two can be told apart. */
export const maskOpenid = (openid: string): string => `微信 ****${openid.slice(-4)}`;

const answerSchema = z.object({ url: z.string().min(1).max(500) });

/** Binds people to their WeChat accounts: a person scans a code of the official account, and is reached there from then on. */
export function createBindings({ store, clock, channels }: BindingParts): Bindings {
  const seenPerson = (by: Principal, personId: number) =>
    store.rows
      .selectFrom('people as p')
      .select(['p.id', 'p.name'])
      .where('p.id', '=', personId)
      .where(() => organizationScopeCondition(by.scope, 'p'))
      .executeTakeFirst();

  const boundOf = (personId: number) =>
    store.rows
      .selectFrom('notify_bindings as b')
      .innerJoin('people as p', 'p.id', 'b.person_id')
      .select(['p.name', 'b.address'])
      .where('b.person_id', '=', personId)
      .where('b.channel', '=', channel)
      .executeTakeFirst();

  async function change(
    actor: EventActor,
    personId: number,
    name: string,
    addresses: { readonly before: string | undefined; readonly after: string | undefined },
    effects: (queries: Queries) => TransactionSteps,
  ): Promise<void> {
    const logged = (address: string | undefined) =>
      address === undefined ? null : { name, notify_channel: '微信', masked_address: maskOpenid(address) };
    await store.append({
      stream: streamName('notifyBinding', personId),
      expectedVersion: 'any',
      actor,
      events: [
        {
          type: 'notifyBinding.changed',
          data: notifySettingsEvents['notifyBinding.changed'].parse({
            id: personId,
            before: logged(addresses.before),
            after: logged(addresses.after),
          }),
          atMs: clock.nowMs(),
        },
      ],
      effects,
    });
  }

  async function unbind(actor: EventActor, personId: number): Promise<boolean> {
    const bound = await boundOf(personId);
    if (bound === undefined) return false;
    await change(actor, personId, bound.name, { before: bound.address, after: undefined }, function* (queries) {
      yield* run(
        queries.deleteFrom('notify_bindings').where('person_id', '=', personId).where('channel', '=', channel),
      );
    });
    return true;
  }

  async function bind(personId: number, openid: string): Promise<void> {
    const person = await store.rows.selectFrom('people').select('name').where('id', '=', personId).executeTakeFirst();
    const before = await boundOf(personId);
    if (person === undefined || before?.address === openid) return;
    // A WeChat account belongs to one person: a scan for another person ends the first binding.
    const other = await store.rows
      .selectFrom('notify_bindings')
      .select('person_id')
      .where('channel', '=', channel)
      .where('address', '=', openid)
      .executeTakeFirst();
    if (other !== undefined) await unbind(scanActor, other.person_id);
    const row = { address: openid, bound_at_ms: clock.nowMs() };
    await change(scanActor, personId, person.name, { before: before?.address, after: openid }, function* (queries) {
      yield* run(
        queries
          .insertInto('notify_bindings')
          .values({ person_id: personId, channel, ...row })
          .onConflict((conflict) => conflict.columns(['person_id', 'channel']).doUpdateSet(row)),
      );
    });
  }

  /** Two who scan the same code: the first is bound, and the code is used up before the second is looked at. */
  const scanTurns = new KeyedTurns();

  /** The code is removed last, so that a scan that a crash interrupted binds when it is processed again. */
  async function bindByCode(code: string, openid: string): Promise<void> {
    const found = await store.rows
      .selectFrom('notify_binding_codes')
      .select('person_id')
      .where('code', '=', code)
      .where('expires_at_ms', '>', clock.nowMs())
      .executeTakeFirst();
    if (found === undefined) return;
    await bind(found.person_id, openid);
    await store.write(function* (queries) {
      yield* run(queries.deleteFrom('notify_binding_codes').where('code', '=', code));
    });
  }

  return {
    async createCode(by, personId) {
      if ((await seenPerson(by, personId)) === undefined) throw new NotFound('人员不存在，或您无权查看');
      const { provider } = channels.stateOf(channel);
      if (provider === 'demo')
        throw new Refusal(
          `演示渠道没有公众号，请在服务器上运行 npm run phone -- bind ${personId} 完成绑定`,
          refusalCodes.notAllowedNow,
        );
      const wechat = channels.wechat();
      if (wechat === undefined) throw new Refusal('微信渠道未配置，请先填写公众号的设置', refusalCodes.notAllowedNow);
      const code = randomBytes(16).toString('base64url');
      const expiresAtMs = clock.nowMs() + codeLivesMs;
      const made = await wechat.post(
        '/cgi-bin/qrcode/create',
        {
          expire_seconds: codeLivesMs / 1_000,
          action_name: 'QR_STR_SCENE',
          action_info: { scene: { scene_str: code } },
        },
        new AbortController().signal,
      );
      if (made.kind !== 'ok') throw new Refusal(`二维码没有生成：${made.reason}`, refusalCodes.refused);
      const answer = answerSchema.safeParse(made.json);
      if (!answer.success) throw new Refusal('二维码没有生成：微信的应答无法识别', refusalCodes.refused);
      await store.write(function* (queries) {
        yield* run(queries.deleteFrom('notify_binding_codes').where('expires_at_ms', '<=', clock.nowMs()));
        yield* run(
          queries.insertInto('notify_binding_codes').values({ code, person_id: personId, expires_at_ms: expiresAtMs }),
        );
      });
      return { content: answer.data.url, expiresAtMs };
    },
    async remove(by, personIds) {
      const ids = [...new Set(personIds)];
      for (const id of ids)
        if ((await seenPerson(by, id)) === undefined || (await boundOf(id)) === undefined)
          throw new NotFound('绑定不存在，或您无权查看');
      for (const id of ids) await unbind(actorOf(by), id);
      return { removed: ids.length };
    },
    async scanned(scan) {
      if ('personId' in scan) await bind(scan.personId, scan.openid);
      else await scanTurns.run(scan.code, () => bindByCode(scan.code, scan.openid));
    },
  };
}
