import { catchError, distinctUntilChanged, map, of, startWith, switchMap, timer, type Observable } from 'rxjs';
import { ruleBodySchema, type RuleBody, type RuleFinding } from '../../../contract/rules/alarmRule.ts';
import type { RuleChoices, RuleSources } from '../ruleSources.ts';
import { isSameBody } from '../testRunner.ts';

/** A pause in editing that is long enough to ask the server. */
const pauseMs = 400;
export const noFindings: readonly RuleFinding[] = [];

/** Returns the reasons why the content cannot be saved: members that are missing or out of range. */
export const missingOf = (body: RuleBody): readonly RuleFinding[] =>
  (ruleBodySchema.safeParse(body).error?.issues ?? []).map(({ path, message }) => ({
    severity: 'error',
    field: path.join('.'),
    message,
  }));

export const isError = ({ severity }: RuleFinding): boolean => severity === 'error';

/** Returns the problem that a rule has no owner, for a user who keeps none for the whole city: the server would refuse it at the end. */
export const ownerMissing = (
  { organization }: Pick<RuleBody, 'organization'>,
  owners: RuleChoices['owners'],
): readonly RuleFinding[] =>
  organization === '' && owners?.city === false
    ? [{ severity: 'error', field: 'organization', message: '请选择您管辖的单位' }]
    : noFindings;

/** The server's findings, shortly after each change; none while the content is incomplete or the server unreachable. */
export const findingsOf = (
  bodies$: Observable<RuleBody>,
  lint: RuleSources['lint'],
): Observable<readonly RuleFinding[]> =>
  bodies$.pipe(
    distinctUntilChanged(isSameBody),
    switchMap((body) =>
      missingOf(body).length > 0
        ? of(noFindings)
        : timer(pauseMs).pipe(
            switchMap(() => lint(body)),
            map(({ findings }): readonly RuleFinding[] => findings),
            // The next change asks again, and a save reports what is wrong.
            catchError(() => of(noFindings)),
          ),
    ),
    startWith(noFindings),
  );

const hasSlot = /^(name|remark|event_type|organization|listens|unless|cooldown|recovery|actions)(\.|$)|^when\./;
/** Findings that belong to no slot: warnings, and errors about the whole rule. */
export const looseFindings = (findings: readonly RuleFinding[]): readonly RuleFinding[] =>
  findings.filter(({ severity, field }) => severity === 'warning' || !hasSlot.test(field));

/** The errors of these members; `actions` means only the list itself, not its items. */
export const messagesFor = (findings: readonly RuleFinding[], fields: readonly string[]): readonly string[] => [
  ...new Set(
    findings
      .filter(
        ({ severity, field }) =>
          severity === 'error' &&
          fields.some((asked) => field === asked || (asked !== 'actions' && field.startsWith(`${asked}.`))),
      )
      .map(({ message }) => message),
  ),
];
