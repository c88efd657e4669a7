import { map, merge, of, scan, shareReplay, startWith, Subject, switchMap, type Observable } from 'rxjs';
import type { RuleBody } from '../../contract/rules/alarmRule.ts';
import { CallError } from '../../contract/call.ts';
import type { InputOf, OutputOf } from '../../contract/endpoint.ts';
import {
  alarmRuleChoices,
  alarmRuleFirings,
  alarmRuleLint,
  alarmRuleList,
  alarmRuleSave,
  alarmRuleState,
  alarmRuleTest,
  alarmRuleTestCancel,
  alarmRuleTestResult,
  alarmRuleUpdate,
  alarmRuleVersions,
} from '../../contract/endpoints/alarmRule.ts';
import { personList, personOrganizations } from '../../contract/endpoints/person.ts';
import type { FiringRow, RuleRow, RuleTest } from '../../contract/rules/alarmRuleRow.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loading, ready, refreshed, toFailure, type LoadState } from '../../streams/loading/loadState.ts';
import { loadWithRetry } from '../../streams/loading/loadWithRetry.ts';
import { pollLatest } from '../../streams/loading/pollLatest.ts';
import type { LoadList } from '../../ui/list/listTypes.ts';
import type { SearchOptions } from '../../ui/Select/useLookup.ts';

export type RuleQuery = InputOf<typeof alarmRuleList>;
export type RuleVersion = OutputOf<typeof alarmRuleVersions>['list'][number];
export type RuleChoices = OutputOf<typeof alarmRuleChoices>;
export type Saved = OutputOf<typeof alarmRuleSave>;
export type TestAsk = InputOf<typeof alarmRuleTest>;
export type RuleStateAsk = InputOf<typeof alarmRuleState>;

/** Everything the panel shows of one rule. */
export interface RuleDetail {
  readonly row: RuleRow;
  readonly versions: readonly RuleVersion[];
  /** The newest firings, and how many there are in all. */
  readonly firings: readonly FiringRow[];
  readonly firingsNum: number;
  /** The very first firing; null if it has never fired. */
  readonly firstFiring: FiringRow | null;
}

/** The calls of the page. Failures are drawn where they happen, so they are quiet; each rejects with a CallError. */
export interface RuleSources {
  readonly load: LoadList<RuleRow, RuleQuery>;
  readonly readRow: (id: number) => Promise<RuleRow>;
  readonly row$: (id: number) => Observable<LoadState<RuleRow>>;
  readonly detail$: (id: number) => Observable<LoadState<RuleDetail>>;
  /** Reloads the open detail after an action. */
  readonly reload: () => void;
  readonly choices$: Observable<LoadState<RuleChoices>>;
  readonly lint: (body: RuleBody) => Promise<OutputOf<typeof alarmRuleLint>>;
  /** Saves a new rule, or the next version of one on top of the version that was read. */
  readonly save: (body: RuleBody, over: { readonly id: number; readonly version: number } | null) => Promise<Saved>;
  readonly setState: (ask: RuleStateAsk) => Promise<void>;
  readonly startTest: (ask: TestAsk) => Promise<number>;
  readonly readTest: (testId: number) => Promise<RuleTest>;
  readonly cancelTest: (testId: number) => Promise<void>;
  readonly searchOrganizations: SearchOptions<string>;
  readonly searchPeople: SearchOptions<number>;
}

const quiet = { quiet: true } as const;
/** Firings are not pushed, so an open detail is reloaded this often. */
const detailEveryMs = 5_000;
const shownFirings = 20;

export function createRuleSources({ call }: Pick<FeatureDeps, 'call'>): RuleSources {
  const again$ = new Subject<void>();
  const readRow = async (id: number): Promise<RuleRow> => {
    const [row] = (await call(alarmRuleList, { id, all: true, page_size: 1 }, quiet)).list;
    if (row === undefined) throw new CallError('notFound', '报警规则不存在，或您无权查看', 404);
    return row;
  };
  const readDetail = async (id: number): Promise<RuleDetail> => {
    const [row, versions, newest] = await Promise.all([
      readRow(id),
      call(alarmRuleVersions, { id }, quiet),
      call(alarmRuleFirings, { rule_id: id, page_size: shownFirings }, quiet),
    ]);
    const isWhole = newest.total <= newest.list.length;
    const oldest = isWhole
      ? newest.list.at(-1)
      : (await call(alarmRuleFirings, { rule_id: id, page_size: 1, page: newest.total }, quiet)).list[0];
    return {
      row,
      versions: versions.list,
      firings: newest.list,
      firingsNum: newest.total,
      firstFiring: oldest ?? null,
    };
  };
  return {
    load: (query, signal) => call(alarmRuleList, query, { quiet: true, signal }),
    readRow,
    row$: (id) => loadWithRetry(() => readRow(id)),
    detail$: (id) =>
      merge(of(undefined), again$).pipe(
        switchMap(() => pollLatest(() => readDetail(id), { everyMs: detailEveryMs })),
        map((polled) => (polled.kind === 'failed' ? toFailure(polled.error) : ready(polled.value))),
        scan((before: LoadState<RuleDetail>, result) => refreshed(before, result), loading),
        startWith(loading),
      ),
    reload: () => again$.next(),
    choices$: loadWithRetry(() => call(alarmRuleChoices, {}, quiet)).pipe(
      shareReplay({ bufferSize: 1, refCount: true }),
    ),
    lint: (body) => call(alarmRuleLint, body, quiet),
    save: (body, over) =>
      over === null
        ? call(alarmRuleSave, body, quiet)
        : call(alarmRuleUpdate, { ...body, id: over.id, version: over.version }, quiet),
    setState: async (ask) => {
      await call(alarmRuleState, ask, quiet);
    },
    startTest: async (ask) => (await call(alarmRuleTest, ask, quiet)).test_id,
    readTest: (testId) => call(alarmRuleTestResult, { test_id: testId }, quiet),
    cancelTest: async (testId) => {
      await call(alarmRuleTestCancel, { test_id: testId }, quiet);
    },
    searchOrganizations: (keyword, signal) => call(personOrganizations, { keyword }, { quiet: true, signal }),
    searchPeople: async (keyword, signal) => {
      const query = { page_size: shownFirings, ...(keyword === '' ? {} : { keyword }) };
      const { list } = await call(personList, query, { quiet: true, signal });
      return list.map(({ id, name, organization_name: detail }) => ({ value: id, label: name, detail }));
    },
  };
}
