import { useState } from 'react';
import { BehaviorSubject } from 'rxjs';
import { ruleBodySchema, type RuleBody, type RuleFinding } from '../../../contract/rules/alarmRule.ts';
import { CallError } from '../../../contract/call.ts';
import type { RuleRow } from '../../../contract/rules/alarmRuleRow.ts';
import { refusalCodes } from '../../../contract/envelope.ts';
import { useObservable } from '../../../ui/live/useObservable.ts';
import type { NewRule, RuleDrafts } from '../ruleDrafts.ts';
import { lintRule } from '../../../contract/rules/ruleLint.ts';
import type { RuleChoices, RuleSources } from '../ruleSources.ts';
import { createTestRunner, isSameBody, noTest, type TestDays } from '../testRunner.ts';
import { findingsOf, isError, messagesFor, missingOf, noFindings, ownerMissing } from './findings.ts';

interface EditorParts {
  /** Null for a new rule. */
  initial: RuleRow | null;
  /** The content of a new rule. */
  starting: NewRule;
  /** The owners for which the user may keep rules; undefined until it is known. */
  owners: RuleChoices['owners'];
  sources: RuleSources;
  drafts: RuleDrafts;
  /** Called after each save. */
  onSaved: (row: RuleRow) => void;
}

export const bodyOf = (row: RuleRow): RuleBody => ruleBodySchema.parse(row);
const keyOf = (row: RuleRow | null): string => (row === null ? 'new' : String(row.id));
const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : '保存失败，请稍后重试';
/** Returns the findings in a refusal, about members of the rule and the rule as a whole. */
const refusedOf = (error: unknown): readonly RuleFinding[] =>
  error instanceof CallError
    ? error.fieldErrors.map(({ field, message }) => ({ severity: 'error', field, message }))
    : noFindings;

/**
 * A rule in the editor: its content, which survives a refusal and a reload; what is wrong with it; its test; and what
 * another editor saved in the meantime.
 */
export function useRuleEditor({ initial, starting, owners, sources, drafts, onSaved }: EditorParts) {
  const [kept] = useState(() => drafts.read(keyOf(initial)));
  const [base, setBase] = useState(initial);
  const [body, setBody] = useState<RuleBody>(kept?.body ?? (initial === null ? starting.body : bodyOf(initial)));
  const [known, setKnown] = useState<Readonly<Record<string, string>>>(kept?.names ?? starting.names);
  /** The version that the next save overwrites. */
  const [overVersion, setOverVersion] = useState(kept?.version ?? initial?.version ?? 0);
  const [isRestored, setRestored] = useState(kept !== null);
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState(noFindings);
  const [problem, setProblem] = useState<string | null>(null);
  /** The version that someone else saved during the edit. */
  const [conflict, setConflict] = useState<{ readonly now: RuleRow; readonly message: string } | null>(null);
  const [asksReason, setAsksReason] = useState<{ readonly version: number; readonly message: string } | null>(null);
  const [busy, setBusy] = useState<'save' | 'activate' | null>(null);
  const [bodies$] = useState(() => new BehaviorSubject(body));
  const [findings$] = useState(() => findingsOf(bodies$, sources.lint));
  const [runner] = useState(() => createTestRunner(sources));
  const linted = useObservable(findings$, noFindings);
  const view = useObservable(runner.view$, noTest);

  const names = { ...base?.names, ...known };
  const organizationName = (ref: string): string | undefined =>
    names[ref] ?? (base?.organization === ref && base.organization_name !== '' ? base.organization_name : undefined);
  const isDirty = base === null || !isSameBody(body, bodyOf(base));
  const missing = [...missingOf(body), ...ownerMissing(body, owners)];
  // While something is missing the server is not asked: what the rule alone shows is marked at once with it.
  const local = missing.length === 0 ? noFindings : [...missing, ...lintRule(body).filter(isError)];
  const findings = [...(isTried ? local : noFindings), ...linted, ...refused];

  const show = (next: RuleBody): void => {
    setBody(next);
    setRefused(noFindings);
    setProblem(null);
    bodies$.next(next);
  };
  const learn = (key: string, name: string): void => setKnown((before) => ({ ...before, [key]: name }));
  const change = (part: Partial<RuleBody>): void => {
    const next = { ...body, ...part };
    show(next);
    drafts.keep(keyOf(base), { body: next, version: overVersion, names: known });
  };
  /** The editor shows this row as it was saved. */
  const take = (row: RuleRow | null): void => {
    drafts.keep(keyOf(base), null);
    setBase(row);
    setOverVersion(row?.version ?? 0);
    setConflict(null);
    setRestored(false);
    setTried(false);
    show(row === null ? starting.body : bodyOf(row));
  };

  /** The saved row; null if it was refused, and then the form says why. */
  const store = async (): Promise<RuleRow | null> => {
    setTried(true);
    setProblem(null);
    if (missing.length > 0) {
      setProblem('还有内容没有填写，请看标出的位置');
      return null;
    }
    try {
      const over = base === null ? null : { id: base.id, version: overVersion };
      const saved = await sources.save(ruleBodySchema.parse(body), over);
      const now = await sources.readRow(saved.id);
      take(now);
      onSaved(now);
      return now;
    } catch (error) {
      if (base !== null && error instanceof CallError && error.code === refusalCodes.conflict) {
        setConflict({ now: await sources.readRow(base.id), message: error.message });
        return null;
      }
      setRefused(refusedOf(error));
      setProblem(messageOf(error));
      return null;
    }
  };

  const setActive = async (row: RuleRow, reason: string): Promise<boolean> => {
    try {
      await sources.setState({ id: row.id, version: row.version, state: 'active', reason });
      setAsksReason(null);
      setBase(await sources.readRow(row.id));
      return true;
    } catch (error) {
      const errors = refusedOf(error);
      const missingReason = errors.find(({ field }) => field === 'reason');
      if (missingReason !== undefined && reason === '')
        setAsksReason({ version: row.version, message: missingReason.message });
      else {
        setAsksReason(null);
        setRefused(errors.filter(({ field }) => field !== 'reason'));
        setProblem(messageOf(error));
      }
      return false;
    }
  };
  const test = (days: TestDays, row: RuleRow | null = base) => {
    const content = row === null || (row === base && isDirty) ? body : bodyOf(row);
    const isSaved = row !== null && isSameBody(content, bodyOf(row));
    return runner.start({ days, body: content, ruleId: row?.id ?? null, version: isSaved ? row.version : null });
  };

  return {
    body,
    base,
    names: { organization: organizationName, person: (id: number) => names[`person-${id}`] },
    isDirty,
    isRestored,
    problem,
    findings,
    conflict,
    asksReason,
    busy,
    view,
    change,
    learn,
    problemsOf: (...fields: readonly string[]) => messagesFor(findings, fields),
    /** Discards the changes. */
    discard: () => take(base),
    /** Replaces one's own changes with the other editor's version. */
    takeOther: () => take(conflict?.now ?? base),
    /** Keeps one's own changes; the next save overwrites the other editor's version. */
    keepMine: () => {
      if (conflict === null) return;
      setBase(conflict.now);
      setOverVersion(conflict.now.version);
      setConflict(null);
    },
    test: (days: TestDays) => {
      setTried(true);
      if (missing.length > 0) setProblem('还有内容没有填写，请看标出的位置');
      else void test(days);
    },
    cancelTest: runner.cancel,
    cancelReason: () => setAsksReason(null),
    /** Resolves with the saved row, or null if the server refused it. */
    save: async (): Promise<RuleRow | null> => {
      setBusy('save');
      try {
        return await store();
      } finally {
        setBusy(null);
      }
    },
    /**
     * Saves any changes, repeats the last test for the new version, and activates it; asks for a reason only if the server
     * finds no test of that version. Resolves with whether it is active.
     */
    activate: async (reason = ''): Promise<boolean> => {
      setBusy('activate');
      try {
        const row = isDirty || base === null ? await store() : base;
        if (row === null) return false;
        const { shown } = view;
        const isTested = shown !== null && isSameBody(shown.body, bodyOf(row));
        if (isTested && shown.version !== row.version) await test(shown.days, row);
        return await setActive(row, reason);
      } finally {
        setBusy(null);
      }
    },
  };
}
export type RuleEditing = ReturnType<typeof useRuleEditor>;
