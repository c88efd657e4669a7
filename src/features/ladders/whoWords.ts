import { dutyLabels, duties } from '../../contract/entities/person.ts';
import { liftCompanyLabels, rungWhoSchema, type RungWho } from '../../contract/rules/recipients.ts';

const companies = ['property', 'maintenance'] as const;

/** Recipients of a round other than individual people, as options of a list. */
export const whoChoices: readonly { readonly who: RungWho; readonly label: string }[] = [
  { who: { kind: 'rota' }, label: '本单位值班人员' },
  ...companies.flatMap((company) => [
    { who: { kind: 'rota', company }, label: `${liftCompanyLabels[company]}值班人员` } as const,
    { who: { kind: 'dutyPhone', company }, label: `${liftCompanyLabels[company]} 24 小时电话` } as const,
    ...duties.map((duty) => ({
      who: { kind: 'duty', company, duty } as const,
      label: `${liftCompanyLabels[company]}${dutyLabels[duty]}`,
    })),
  ]),
  { who: { kind: 'supervisors' }, label: '管理员与督办人员' },
];

/** A key: equal recipients give the same text. */
export const whoKey = (who: RungWho): string => JSON.stringify(rungWhoSchema.parse(who));

/** A recipient in words, with people's names from the row. */
export const whoLabel = (who: RungWho, nameOf: (personId: number) => string): string =>
  who.kind === 'person'
    ? nameOf(who.person_id)
    : (whoChoices.find((choice) => whoKey(choice.who) === whoKey(who))?.label ?? '');
