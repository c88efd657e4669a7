import { useWatch, type Control } from 'react-hook-form';
import type { Call } from '../../contract/call.ts';
import { permissionList } from '../../contract/endpoints/permission.ts';
import { permissionTypeLabels, permissionTypes } from '../../contract/entities/access.ts';
import { builtScreens } from '../../contract/screens.ts';
import { FieldFrame } from '../../ui/form/FieldFrame.tsx';
import { LookupField } from '../../ui/form/LookupField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import type { SelectOption } from '../../ui/Select/OptionList.tsx';

interface LinkFieldProps {
  control: Control;
  row: object | null;
  call: Call;
}

const newTypes = [permissionTypes.page, permissionTypes.group].map((value) => ({
  value,
  label: permissionTypeLabels[value],
}));
const pages: readonly SelectOption<string>[] = builtScreens.map(({ name, title, path }) => ({
  value: name,
  label: title,
  detail: path,
}));

const parentOf = (row: object | null): SelectOption<number> | null =>
  row !== null && 'parent_id' in row && typeof row.parent_id === 'number' && 'parent_name' in row
    ? { value: row.parent_id, label: String(row.parent_name) }
    : null;

/** 页面 “用户管理”, of a node that exists. */
function kindOf(row: object): string {
  const type =
    'type' in row && (row.type === 0 || row.type === 1 || row.type === 2) ? row.type : permissionTypes.action;
  const title = 'page_title' in row ? String(row.page_title) : '';
  return title === '' ? permissionTypeLabels[type] : `${permissionTypeLabels[type]}“${title}”`;
}

/** The type of a node, its link and its place. Type and link of an existing one stay as they are. */
export function LinkField({ control, row, call }: LinkFieldProps) {
  const isNew = row === null || !('id' in row);
  const type: unknown = useWatch({ control, name: 'type' });
  return (
    <div className="ti-form" style={{ '--form-columns': 2 }}>
      <LookupField
        control={control}
        name="parent_id"
        label="上级"
        hint="不选则为顶部菜单；换一个上级即移动，下级一同移动"
        initial={parentOf(row)}
        search={async (keyword, signal) =>
          (
            await call(permissionList, { keyword, sort: 'sort', order: 'asc', page_size: 200 }, { quiet: true, signal })
          ).list
            .filter((node) => node.type === permissionTypes.group)
            .map(({ id, name, parent_name: detail }) => ({ value: id, label: name, detail }))
        }
      />
      {isNew ? (
        <SelectField control={control} name="type" label="类型" isRequired options={newTypes} />
      ) : (
        <FieldFrame label="类型" hint="类型与链接不能修改，请删除后重新建立">
          {() => <p>{kindOf(row)}</p>}
        </FieldFrame>
      )}
      {isNew && type === permissionTypes.page && (
        <SelectField
          control={control}
          name="path"
          label="链接"
          isRequired
          options={pages}
          hint="只能选择系统已有的页面，权限编码随页面而定"
        />
      )}
    </div>
  );
}
