import { isSettingKey, settingTexts } from '../../contract/sysConfig.ts';
import { Button } from '../../ui/Button/Button.tsx';
import type { Filter } from '../../ui/list/listTypes.ts';

/** One record alone, as its history asks for it; a press shows the others again. Nothing is drawn while no record is meant. */
export const recordFilter: Filter<{ readonly record_id?: string }> = {
  label: '编号',
  keys: ['record_id'],
  width: 140,
  toQuery: (params) => {
    const id = params.get('record_id') ?? '';
    return id === '' ? {} : { record_id: id };
  },
  Control: ({ params, setParams }) => {
    const id = params.get('record_id') ?? '';
    return id === '' ? null : (
      <Button icon="times" onClick={() => setParams({ record_id: null })}>
        {isSettingKey(id) ? `仅“${settingTexts[id].label}”` : `仅编号 ${id}`}
      </Button>
    );
  },
};
