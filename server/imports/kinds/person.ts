import { dutyLabels, personFields } from '../../../src/contract/entities/person.ts';
import type { PersonValues } from '../../domain/base/person.ts';
import type { RowDesk } from '../../domain/rows/rowDesk.ts';
import {
  choicesColumn,
  codeColumn,
  halfWidth,
  lookupColumn,
  membersColumn,
  textColumn,
  toDay,
  type ImportColumn,
} from '../columns.ts';
import { importDesk, textsOf, type ImportDesk } from '../importDesk.ts';
import { namedOrganizations } from '../named.ts';

const required = (text: string) => (text === '' ? undefined : text);

export const personColumns: readonly ImportColumn[] = [
  textColumn('name', '姓名', { isRequired: true, aliases: ['人员姓名', '名字'] }),
  codeColumn('mobile', '手机', {
    isRequired: true,
    isUnique: true,
    isTelephone: true,
    aliases: ['手机号', '手机号码', '联系电话', '电话'],
  }),
  lookupColumn('organization', '所属单位', 'organization', {
    isRequired: true,
    width: 28,
    aliases: ['单位', '单位名称', '工作单位'],
  }),
  choicesColumn('duties', '职务', dutyLabels, { aliases: ['岗位', '职责'] }),
  membersColumn(
    'certificates',
    '证书',
    [
      { name: 'number', parse: (text) => required(halfWidth(text)) },
      { name: 'class', parse: required },
      { name: 'expiry', parse: toDay },
    ],
    '编号/作业项目/有效期，多张用分号隔开',
    { aliases: ['资格证书', '作业人员证'] },
  ),
];

/** People: one is known by the mobile number. A file does not set the login user of a person. */
export const personImport = (desk: RowDesk<PersonValues>): ImportDesk =>
  importDesk({
    kind: 'person',
    columns: personColumns,
    fields: personFields,
    batch: desk.batch,
    names: { organization: namedOrganizations },
    keyOf: () => undefined,
    async match(reads, rows) {
      const mobiles = textsOf(rows, 'mobile');
      const found = await reads.selectFrom('people').select(['id', 'mobile']).where('mobile', 'in', mobiles).execute();
      return rows.map((row) => found.filter(({ mobile }) => mobile === row.get('mobile')).map(({ id }) => id));
    },
    // The server keeps nothing of people in memory.
    afterRows: async () => undefined,
  });
