import { isDeepStrictEqual } from 'node:util';
import {
  ruleBodySchema,
  unbindableActions,
  type Listen,
  type RuleAction,
  type RuleBody,
  type RuleFinding,
  type RuleState,
} from '../../../src/contract/rules/alarmRule.ts';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import { changesBetween } from '../../../src/contract/rules/ruleWords.ts';
import { streamName } from '../../../src/contract/streamName.ts';
import { organizationScopeCondition } from '../../access/organizationScope.ts';
import { actorOf, type Principal } from '../../access/principal.ts';
import { VersionConflictError, type EventStore, type NewEvent } from '../../store/eventStore.ts';
import type { AlarmRuleTable } from '../../store/rowTables.ts';
import type { DecisionParts } from '../decide.ts';
import type { Directory } from '../city/directory.ts';
import { NotFound, Refusal } from '../refusal.ts';
import type { RuleFindings } from './ruleFindings.ts';
import { organizationsOf, peopleOf } from './ruleReferences.ts';
import { coversOrganization, isOrganizationSeen, ruleScopeCondition } from './ruleScope.ts';
import { findFinishedTest } from './ruleTests.ts';

export interface RuleDeskParts extends DecisionParts {
  readonly directory: Pick<Directory, 'elevators'>;
  readonly findings: RuleFindings;
}

/** The version that a change has written, and what is to be said about it. */
export interface SavedRule {
  readonly id: number;
  readonly version: number;
  readonly findings: RuleFinding[];
}

/** The rule that a change is about: `version` is the newest one as the editor read it; an old client sends none. */
export interface RuleTarget {
  readonly id: number;
  readonly version?: number | undefined;
}

/** An action as a client wishes to bind it: of one that cannot be bound only the number is of interest. */
export type WishedAction = RuleAction | { readonly no: 3 | 5 | 8 };

/**
 * Writing rules. A version never changes: each edit writes the next one, and what is active stays active until someone activates
 * another version. Throws NotFound for a rule out of sight, Refusal in Chinese.
 */
export interface RuleDesk {
  create(by: Principal, body: RuleBody): Promise<SavedRule>;
  edit(by: Principal, target: RuleTarget, body: RuleBody): Promise<SavedRule>;
  setState(
    by: Principal,
    wish: {
      readonly id: number;
      readonly version: number;
      readonly state: Exclude<RuleState, 'draft'>;
      readonly reason: string;
    },
  ): Promise<SavedRule>;
  /** All of them, or none if one of them is out of sight. */
  retire(by: Principal, ids: readonly number[]): Promise<{ removed: number }>;
  bindEvents(by: Principal, target: RuleTarget, listens: readonly Listen[]): Promise<SavedRule>;
  unbindEvents(by: Principal, target: RuleTarget, listens: readonly Listen[]): Promise<SavedRule>;
  bindAction(by: Principal, target: RuleTarget, action: WishedAction): Promise<SavedRule>;
  unbindAction(
    by: Principal,
    target: RuleTarget,
    which: { readonly no: number; readonly index?: number | undefined },
  ): Promise<SavedRule>;
}

/** With the version of its stream, as it was read. */
type EditableRule = AlarmRuleTable & { readonly streamVersion: number };

const mostTries = 5;
export const ruleStream = (id: number): string => streamName('alarmRule', id);
export const parseBody = (text: string): RuleBody => ruleBodySchema.parse(JSON.parse(text));
const invalid = (field: string, message: string): Refusal =>
  new Refusal('请修改标出的内容后重试', refusalCodes.invalid, [{ field, message }]);
const same = (one: Listen, other: Listen): boolean =>
  one.source === other.source && one.value === other.value && one.phase === other.phase;

export function createRuleDesk(parts: RuleDeskParts): RuleDesk {
  const { store, clock, directory, findings } = parts;

  /** A rule that the caller may change, with the version of its stream: an append then detects a change in between. */
  async function editable(by: Principal, id: number): Promise<EditableRule> {
    const newest = await store.rows
      .selectFrom('events')
      .select(({ fn }) => fn.max('version').as('version'))
      .where('stream', '=', ruleStream(id))
      .executeTakeFirst();
    const row = await seenRule(store, by, id);
    const { org_type: type, org_id: org } = row;
    requireCovered(by, type === 0 ? '' : `${type}-${org}`, '这条规则');
    return { ...row, streamVersion: newest?.version ?? 0 };
  }

  function requireCovered(by: Principal, organization: string, subject: string): void {
    if (coversOrganization(directory, by.scope, organization)) return;
    throw new Refusal(
      organization === ''
        ? `${subject}适用于全市，只有管辖全市的管理员可以维护；请选择您管辖的单位`
        : `${subject}所属的单位不全在您的管辖范围内，不能修改`,
      refusalCodes.notAllowedNow,
      [{ field: 'organization', message: '请选择您管辖的单位' }],
    );
  }

  /** Refuses a rule that newly refers to something missing or out of the author's sight; nobody learns which of the two it was. */
  async function requireKnown(by: Principal, body: RuleBody, before?: RuleBody): Promise<void> {
    requireCovered(by, body.organization, '规则');
    const kept = before === undefined ? [] : organizationsOf(before);
    const refs = organizationsOf(body).filter((ref) => !kept.includes(ref));
    const unseen = await Promise.all(refs.map(async (ref) => !(await isOrganizationSeen(store.rows, by, ref))));
    if (unseen.some(Boolean)) throw invalid('when.organizations', '单位不存在，或您无权查看，请重新选择');
    const keptPeople = before === undefined ? [] : peopleOf(before);
    const people = [...new Set(peopleOf(body))].filter((id) => !keptPeople.includes(id));
    if (people.length === 0) return;
    const seen = await store.rows
      .selectFrom('people as p')
      .select('p.id')
      .where('p.id', 'in', people)
      .where(() => organizationScopeCondition(by.scope, 'p'))
      .execute();
    if (seen.length < people.length) throw invalid('actions', '通知人员不存在，或您无权查看，请重新选择');
  }

  const append = (by: Principal, id: number, expectedVersion: number | 'none', event: Omit<NewEvent, 'atMs'>) =>
    store.append({
      stream: ruleStream(id),
      expectedVersion,
      actor: actorOf(by),
      events: [{ ...event, atMs: clock.nowMs() }],
    });

  async function conflict(row: AlarmRuleTable, since: number): Promise<Refusal> {
    const before = await findVersion(store, row.id, since);
    const changes = before === undefined ? [] : changesBetween(before, parseBody(row.body));
    return new Refusal(
      `您编辑期间，${row.updated_by}已把这条规则改为第 ${row.version} 版。请核对后再保存`,
      refusalCodes.conflict,
      changes.map((message) => ({ field: 'version', message })),
    );
  }

  /** Writes the next version, unless it would say what the newest one says. */
  async function change(
    by: Principal,
    { id, version }: RuleTarget,
    next: (body: RuleBody) => RuleBody,
  ): Promise<SavedRule> {
    for (let attempt = 1; ; attempt += 1) {
      const row = await editable(by, id);
      if (version !== undefined && version !== row.version) throw await conflict(row, version);
      const before = parseBody(row.body);
      const body = ruleBodySchema.parse(next(before));
      if (isDeepStrictEqual(before, body))
        return { id, version: row.version, findings: [...(await findings(by, body))] };
      await requireKnown(by, body, before);
      const restored = await findEqual(store, id, body);
      try {
        await append(by, id, row.streamVersion, {
          type: 'alarmRule.versioned',
          data: {
            ruleId: id,
            version: row.version + 1,
            body,
            shippedKey: '',
            ...(restored === undefined ? {} : { restoredFrom: restored }),
          },
        });
        return { id, version: row.version + 1, findings: [...(await findings(by, body))] };
      } catch (error) {
        // Someone else was quicker: the next round says so, or builds on it for an old client.
        if (!(error instanceof VersionConflictError) || attempt === mostTries) throw error;
      }
    }
  }

  async function activate(by: Principal, row: EditableRule, version: number, reason: string): Promise<void> {
    const body = await findVersion(store, row.id, version);
    if (body === undefined) throw invalid('version', '没有这个版本，请刷新后重试');
    if (row.state === 'active' && row.active_version === version) return;
    const errors = (await findings(by, body)).filter(({ severity }) => severity === 'error');
    if (errors.length > 0) throw new Refusal('规则有错误，不能启用，请先修改标出的内容', refusalCodes.invalid, errors);
    const test = await findFinishedTest(store, row.id, version);
    if (test === undefined && reason.length < 2)
      throw new Refusal('这个版本还没有试跑过', refusalCodes.invalid, [
        { field: 'reason', message: '请先试跑这个版本，或填写不试跑就启用的原因（至少 2 字）' },
      ]);
    await append(by, row.id, row.streamVersion, {
      type: 'alarmRule.activated',
      data: { ruleId: row.id, version, testId: test ?? null, reason },
    });
  }

  async function retireOne(by: Principal, row: EditableRule, reason: string): Promise<void> {
    if (row.state === 'retired') return;
    await append(by, row.id, row.streamVersion, { type: 'alarmRule.retired', data: { ruleId: row.id, reason } });
  }

  return {
    async create(by, entered) {
      const body = ruleBodySchema.parse(entered);
      await requireKnown(by, body);
      const id = await store.nextId('alarmRule');
      await append(by, id, 'none', {
        type: 'alarmRule.versioned',
        data: { ruleId: id, version: 1, body, shippedKey: '' },
      });
      return { id, version: 1, findings: [...(await findings(by, body))] };
    },
    edit: (by, target, body) => change(by, target, () => body),
    setState: (by, { id, version, state, reason }) =>
      retried(async () => {
        const row = await editable(by, id);
        if (state === 'active') await activate(by, row, version, reason);
        else if (state === 'retired') await retireOne(by, row, reason);
        else if (row.state === 'active')
          await append(by, id, row.streamVersion, { type: 'alarmRule.paused', data: { ruleId: id, reason } });
        else if (row.state !== 'paused') throw new Refusal('只有启用中的规则可以暂停', refusalCodes.notAllowedNow);
        const body = await findVersion(store, id, version);
        return { id, version: row.version, findings: body === undefined ? [] : [...(await findings(by, body))] };
      }),
    async retire(by, ids) {
      const rules = [...new Set(ids)];
      // All are asked about before the first one goes.
      for (const id of rules) await editable(by, id);
      for (const id of rules) await retried(async () => retireOne(by, await editable(by, id), ''));
      return { removed: rules.length };
    },
    bindEvents: (by, target, listens) =>
      change(by, target, (body) => ({
        ...body,
        listens: [
          ...body.listens,
          ...listens.filter(
            (listen, index) =>
              !body.listens.some((known) => same(known, listen)) &&
              listens.findIndex((other) => same(other, listen)) === index,
          ),
        ],
      })),
    unbindEvents: (by, target, listens) =>
      change(by, target, (body) => ({
        ...body,
        listens: body.listens.filter((known) => !listens.some((listen) => same(known, listen))),
      })),
    async bindAction(by, target, action) {
      await editable(by, target.id);
      const bound = bindable(action);
      return change(by, target, (body) => ({ ...body, actions: [...body.actions, bound] }));
    },
    unbindAction: (by, target, { no, index }) =>
      change(by, target, (body) => {
        let seen = -1;
        return {
          ...body,
          actions: body.actions.filter((action) => {
            if (action.no !== no) return true;
            seen += 1;
            return index !== undefined && seen !== index;
          }),
        };
      }),
  };
}

/** Tries again where someone else was quicker. */
async function retried<Result>(attemptOnce: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await attemptOnce();
    } catch (error) {
      if (!(error instanceof VersionConflictError) || attempt === mostTries) throw error;
    }
}

/** Throws Refusal, with the reason, for an action that no rule can have yet. */
function bindable(action: WishedAction): RuleAction {
  if ('delay_seconds' in action) return action;
  throw new Refusal(unbindableActions[action.no] ?? '这个动作不能绑定', refusalCodes.notAllowedNow, [
    { field: 'action', message: unbindableActions[action.no] ?? '这个动作不能绑定' },
  ]);
}

/** A rule in the caller's sight. Throws NotFound. */
export async function seenRule({ rows }: Pick<EventStore, 'rows'>, by: Principal, id: number): Promise<AlarmRuleTable> {
  const row = await rows
    .selectFrom('alarm_rules as r')
    .selectAll('r')
    .where('r.id', '=', id)
    .where(() => ruleScopeCondition(by, 'r'))
    .executeTakeFirst();
  if (row === undefined) throw new NotFound('规则不存在，或您无权查看');
  return row;
}

/** Returns the content of a version; undefined for one that there never was. */
export async function findVersion(
  { rows }: Pick<EventStore, 'rows'>,
  ruleId: number,
  version: number,
): Promise<RuleBody | undefined> {
  const row = await rows
    .selectFrom('alarm_rule_versions')
    .select('body')
    .where('rule_id', '=', ruleId)
    .where('version', '=', version)
    .executeTakeFirst();
  return row === undefined ? undefined : parseBody(row.body);
}

/** The newest earlier version that says the same. */
async function findEqual(
  { rows }: Pick<EventStore, 'rows'>,
  ruleId: number,
  body: RuleBody,
): Promise<number | undefined> {
  const earlier = await rows
    .selectFrom('alarm_rule_versions')
    .select(['version', 'body'])
    .where('rule_id', '=', ruleId)
    .orderBy('version', 'desc')
    .execute();
  return earlier.find((row) => isDeepStrictEqual(parseBody(row.body), body))?.version;
}
