import { companyFields, companyRatings, type CompanyKind } from '../../../src/contract/entities/company.ts';
import type { CompanyValues } from '../../domain/base/company.ts';
import type { RowDesk } from '../../domain/rows/rowDesk.ts';
import {
  choiceColumn,
  codeColumn,
  dayColumn,
  halfWidth,
  membersColumn,
  textColumn,
  type ImportColumn,
} from '../columns.ts';
import { importDesk, textsOf, type ImportDesk, type ImportDeskParts } from '../importDesk.ts';

const asWritten = (text: string): string => text;

export const companyColumns: readonly ImportColumn[] = [
  textColumn('name', '名称', { isRequired: true, width: 28, aliases: ['单位名称', '公司名称', '单位', '企业名称'] }),
  codeColumn('contact_mobile', '联系电话', { isTelephone: true, aliases: ['电话', '联系方式'] }),
  codeColumn('duty_phone', '24 小时电话', {
    isTelephone: true,
    aliases: ['24小时值班电话', '值班电话', '应急电话', '救援电话'],
  }),
  textColumn('address', '地址', { width: 30, aliases: ['单位地址', '注册地址'] }),
  textColumn('licence_class', '许可级别', { aliases: ['资质等级', '许可等级'] }),
  codeColumn('licence_number', '许可证编号', { width: 24, aliases: ['许可证号', '资质证书编号'] }),
  dayColumn('licence_expiry', '许可有效期', { aliases: ['许可证有效期', '资质有效期'] }),
  textColumn('insurer', '保险公司', { aliases: ['承保公司'] }),
  codeColumn('insurance_number', '保单号', { width: 24, aliases: ['保险单号', '保单编号'] }),
  dayColumn('insurance_expiry', '保险有效期', { aliases: ['保险到期日'] }),
  membersColumn(
    'contacts',
    '联系人',
    [
      { name: 'name', parse: asWritten },
      { name: 'position', parse: asWritten },
      { name: 'mobile', parse: halfWidth },
    ],
    '姓名/职务/电话，多人用分号隔开',
    { isTelephone: true },
  ),
];

const ratingColumns: readonly ImportColumn[] = [
  choiceColumn('rating', '考评等级', Object.fromEntries(companyRatings.map((rating) => [rating, rating])), {
    width: 10,
    aliases: ['考核等级', '信用等级', '质量评级'],
  }),
  dayColumn('rated_on', '考评日期', { aliases: ['考核日期', '评级日期'] }),
];

const orgTypes: Readonly<Record<CompanyKind, number>> = { property: 4, maintenance: 5 };

/** Companies: one is known by its name. */
export const companyImport = (
  kind: CompanyKind,
  desk: RowDesk<CompanyValues>,
  afterRows: ImportDeskParts<CompanyValues>['afterRows'],
): ImportDesk =>
  importDesk({
    kind,
    columns: kind === 'maintenance' ? [...companyColumns, ...ratingColumns] : companyColumns,
    fields: companyFields,
    batch: desk.batch,
    takenFields: ['name'],
    names: {},
    keyOf: (given) => (given.has('name') ? String(given.get('name')) : undefined),
    async match(reads, rows) {
      const names = textsOf(rows, 'name');
      const found = await reads
        .selectFrom('organizations')
        .select(['id', 'name'])
        .where('org_type', '=', orgTypes[kind])
        .where('name', 'in', names)
        .execute();
      return rows.map((row) => found.filter(({ name }) => name === row.get('name')).map(({ id }) => id));
    },
    afterRows,
  });
