import { afterEach, beforeEach, expect, it } from 'vitest';
import { ruleBodySchema, type RuleBody } from '../../../src/contract/rules/alarmRule.ts';
import { openDomain, type TestDomain } from '../../../tests/support/openDomain.ts';
import { principalOf, smallCity } from '../../../tests/support/smallCity.ts';
import { listChoices } from '../../queries/alarmRule.ts';
import { createRuleFindings } from './ruleFindings.ts';

const { users, cityAreaId } = smallCity;
let city: TestDomain;
beforeEach(async () => {
  city = await openDomain();
});
afterEach(() => city.dispose());

const ruleOf = (organization: string): RuleBody =>
  ruleBodySchema.parse({
    name: '夜间开门',
    event_type: 3,
    organization,
    listens: [{ source: 'alarm', value: 'longTimeOpen', phase: 'raised' }],
    actions: [{ no: 4 }],
  });

it('whose rule it may be is said while it is written: the city for those without limits, their own units for others', async () => {
  const findings = createRuleFindings({ store: city.store, clock: city.clock, directory: city.domain.directory });
  const errorsOf = async (userId: number, organization: string): Promise<readonly string[]> =>
    (await findings(await principalOf(city.store, userId), ruleOf(organization)))
      .filter(({ severity }) => severity === 'error')
      .map(({ field, message }) => `${field}: ${message}`);
  expect(await errorsOf(users.super, '')).toEqual([]);
  expect(await errorsOf(users.admin, '')).toEqual(['organization: 您不管辖全市，请选择您管辖的单位']);
  expect(await errorsOf(users.admin, `1-${cityAreaId}`)).toEqual([]);
  expect(await errorsOf(users.property, `1-${cityAreaId}`)).toEqual([
    'organization: 这个单位不全在您的管辖范围内，请选择您管辖的单位',
  ]);
});

const ownersOf = async (userId: number) =>
  (await listChoices({ store: city.store }, await principalOf(city.store, userId), {})).owners;
it('a new rule begins with what its author may keep rules for', async () => {
  expect(await ownersOf(users.super)).toEqual({ city: true, organizations: [] });
  expect(await ownersOf(users.property)).toEqual({
    city: false,
    organizations: [{ value: '4-301', label: expect.stringMatching(/物业/) }],
  });
});
