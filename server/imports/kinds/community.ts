import { communityFields, siteTypeLabels } from '../../../src/contract/entities/community.ts';
import type { CommunityValues } from '../../domain/base/community.ts';
import type { RowDesk } from '../../domain/rows/rowDesk.ts';
import { choiceColumn, lookupColumn, lookupsColumn, numberColumn, textColumn, type ImportColumn } from '../columns.ts';
import { importDesk, textsOf, type ImportDesk, type ImportDeskParts } from '../importDesk.ts';
import { placeDoubts } from '../placeDoubts.ts';
import { namedAreas, namedCompanies, namedGroups } from '../named.ts';

export const communityColumns: readonly ImportColumn[] = [
  textColumn('name', '名称', { isRequired: true, aliases: ['小区', '小区名称', '楼盘', '项目名称'] }),
  lookupColumn('area_id', '区域', 'area', { isRequired: true, width: 24, aliases: ['所属区域', '行政区', '区县'] }),
  choiceColumn('site_type', '场所类型', siteTypeLabels, { aliases: ['类型', '使用场所'] }),
  lookupColumn('property_id', '物业单位', 'property', { width: 24, aliases: ['物业', '物业公司', '使用单位'] }),
  textColumn('address', '地址', { width: 30, aliases: ['详细地址', '小区地址'] }),
  numberColumn('lng', '经度', { isRequired: true, width: 12 }),
  numberColumn('lat', '纬度', { isRequired: true, width: 12 }),
  lookupsColumn('group_ids', '分组', 'group', { aliases: ['小区分组'] }),
  textColumn('remark', '备注', { width: 24 }),
];

/** Communities: one is known by its region and name. */
export const communityImport = (
  desk: RowDesk<CommunityValues>,
  afterRows: ImportDeskParts<CommunityValues>['afterRows'],
): ImportDesk =>
  importDesk({
    kind: 'community',
    columns: communityColumns,
    fields: communityFields,
    batch: desk.batch,
    names: { area: namedAreas, group: namedGroups, property: namedCompanies('property_id') },
    keyOf: (given) =>
      given.has('name') && given.has('area_id')
        ? `${String(given.get('area_id'))} ${String(given.get('name'))}`
        : undefined,
    async match(reads, rows) {
      const names = textsOf(rows, 'name');
      const found = await reads
        .selectFrom('communities')
        .select(['id', 'name', 'area_id'])
        .where('name', 'in', names)
        .execute();
      return rows.map((row) =>
        found
          .filter(({ name, area_id: areaId }) => name === row.get('name') && areaId === row.get('area_id'))
          .map(({ id }) => id),
      );
    },
    doubts: placeDoubts,
    afterRows,
  });
