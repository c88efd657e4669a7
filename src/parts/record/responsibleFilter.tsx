import { dimensionLabels, statisticsDimensions, type StatisticsDimension } from '../../contract/statistics/subjects.ts';
import { responsibleText } from '../../contract/text.ts';
import { Button } from '../../ui/Button/Button.tsx';
import type { Filter } from '../../ui/list/listTypes.ts';

const key = 'responsible';
const nameKey = 'responsible_name';

const chosenIn = (params: URLSearchParams): string | undefined => responsibleText.safeParse(params.get(key)).data;

/** The part of an address with which a list shows the records of a row of the statistics. */
export const responsibleSearch = (
  dimension: StatisticsDimension,
  { id, name }: { readonly id: number; readonly name: string },
): Readonly<Record<string, string>> => ({ [key]: `${dimension}-${id}`, [nameKey]: name });

/** Set by links of the statistics alone: it says by whom the list is narrowed, and can be taken away. */
export const responsibleFilter: Filter<{ readonly responsible?: string }> = {
  label: '当时责任单位',
  keys: [key, nameKey],
  width: 260,
  isShown: (params) => chosenIn(params) !== undefined,
  toQuery: (params) => {
    const responsible = chosenIn(params);
    return responsible === undefined ? {} : { responsible };
  },
  Control: ({ params, setParams }) => {
    const [by = '', id = ''] = chosenIn(params)?.split('-') ?? [];
    const dimension = statisticsDimensions.find((known) => known === by);
    const words = `当时${dimension === undefined ? '责任单位' : dimensionLabels[dimension]}：${params.get(nameKey) ?? `编号 ${id}`}`;
    return (
      <Button icon="times" title={`取消按“${words}”筛选`} onClick={() => setParams({ [key]: null, [nameKey]: null })}>
        {words}
      </Button>
    );
  },
};
