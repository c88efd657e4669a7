import {
  elevatorFields,
  elevatorTypeOptions,
  liftCategoryLabels,
  liftStateLabels,
  type ElevatorValues,
} from '../../../src/contract/entities/elevatorFields.ts';
import { specialTypeLabels } from '../../../src/contract/visits/visitKinds.ts';
import type { RowDesk } from '../../domain/rows/rowDesk.ts';
import {
  choiceColumn,
  codeColumn,
  dayColumn,
  lookupColumn,
  numberColumn,
  textColumn,
  type ImportColumn,
} from '../columns.ts';
import { importDesk, textsOf, type ImportDesk, type ImportDeskParts } from '../importDesk.ts';
import { namedCheckLists, namedCommunities, namedCompanies, namedProperties } from '../named.ts';

const typeLabels = Object.fromEntries(elevatorTypeOptions.map(({ value, label }) => [value, label]));
const stateLabels = Object.fromEntries(liftStateLabels.map((label, value) => [value, label]));

export const elevatorColumns: readonly ImportColumn[] = [
  codeColumn('tag', '电梯编号', { isRequired: true, isUnique: true, aliases: ['电梯标签', '编号', '电梯名称'] }),
  codeColumn('registration_code', '注册代码', {
    isUnique: true,
    width: 26,
    aliases: ['电梯注册代码', '设备注册代码', '设备代码', '特种设备代码', '注册号'],
  }),
  codeColumn('internal_tag', '内部编号', { isUnique: true, aliases: ['单位内编号', '设备内部编号', '内部编码'] }),
  codeColumn('rescue_code', '救援码', { isUnique: true, width: 12, aliases: ['救援识别码', '识别码', '六位救援码'] }),
  lookupColumn('community_id', '小区', 'community', {
    isRequired: true,
    width: 24,
    aliases: ['小区名称', '所属小区', '项目名称', '楼盘'],
  }),
  textColumn('addr', '位置', { width: 28, aliases: ['安装位置', '设备使用地点', '使用地点', '地址', '楼栋单元'] }),
  lookupColumn('brand_id', '品牌', 'brand', { aliases: ['电梯品牌', '制造品牌'] }),
  lookupColumn('property_id', '物业单位', 'property', { width: 24, aliases: ['物业', '物业公司'] }),
  lookupColumn('maintenance_id', '维保单位', 'maintenance', {
    width: 24,
    aliases: ['维保', '维保公司', '维护保养单位'],
  }),
  choiceColumn('elevator_type', '用途', typeLabels, { isNumeric: true, width: 10, aliases: ['电梯用途'] }),
  choiceColumn('category', '类别', liftCategoryLabels, { aliases: ['设备类别', '电梯类别', '电梯类型'] }),
  choiceColumn('special_type', '专用类型', specialTypeLabels, { aliases: ['特殊类型', '特种类型'] }),
  lookupColumn('check_list_id', '专用清单', 'checkList', { width: 24, aliases: ['维保清单', '清单名称'] }),
  textColumn('drive', '驱动方式', { aliases: ['拖动方式'] }),
  numberColumn('rated_load_kg', '额定载重量', {
    unit: 'kg',
    width: 12,
    aliases: ['额定载重', '载重量', '额定载重量kg'],
  }),
  numberColumn('rated_speed_mps', '额定速度', { unit: 'm/s', width: 12, aliases: ['速度', '额定速度m/s'] }),
  numberColumn('floor_min', '最低楼层', { width: 10, aliases: ['最低层'] }),
  numberColumn('floor_max', '最高楼层', { isRequired: true, width: 10, aliases: ['最高层'] }),
  numberColumn('floors_num', '层数', { width: 8, aliases: ['层'] }),
  numberColumn('stops_num', '站数', { width: 8, aliases: ['站'] }),
  numberColumn('doors_num', '门数', { width: 8, aliases: ['门'] }),
  textColumn('maker_unit', '制造单位', { width: 24, aliases: ['制造厂家', '生产厂家', '制造商'] }),
  textColumn('manage_unit', '使用单位', { width: 24, aliases: ['使用管理单位', '管理单位'] }),
  codeColumn('factory_number', '出厂编号', { aliases: ['产品编号', '出厂号'] }),
  codeColumn('sos_tel', '轿厢求救电话', { isTelephone: true, aliases: ['求救电话', '救援电话', '应急电话', '电话'] }),
  choiceColumn('state', '状态', stateLabels, { isNumeric: true, width: 10, aliases: ['使用状态', '设备状态'] }),
  textColumn('state_reason', '停用或报废原因', { width: 24, aliases: ['停用原因', '报废原因'] }),
  dayColumn('installed_on', '安装日期', { aliases: ['安装时间', '竣工日期'] }),
  dayColumn('put_into_use_on', '投入使用日期', { aliases: ['投用日期', '使用日期', '投入使用时间'] }),
  dayColumn('inspected_on', '上次检验日期', { aliases: ['检验日期', '最近检验日期'] }),
  dayColumn('next_inspection_on', '下次检验日期', { aliases: ['下检日期', '下次检验时间'] }),
  dayColumn('self_tested_on', '上次自行检测日期', { aliases: ['自行检测日期'] }),
  dayColumn('next_self_test_on', '下次自行检测日期'),
  codeColumn('on_demand_permit_number', '按需维保许可编号', {
    width: 24,
    aliases: ['按需维保批准文号', '按需维保许可'],
  }),
  dayColumn('on_demand_permit_expiry', '按需维保许可有效期', { aliases: ['按需维保有效期', '按需维保到期日'] }),
  numberColumn('lng', '经度', { unit: '度', width: 12 }),
  numberColumn('lat', '纬度', { unit: '度', width: 12 }),
];

/** The columns that identify a lift, the surest first. */
const keys = ['registration_code', 'internal_tag', 'tag'] as const;

/** Lifts: one is known by its registration code, else by its internal tag, else by its tag. */
export const elevatorImport = (
  desk: RowDesk<ElevatorValues>,
  afterRows: ImportDeskParts<ElevatorValues>['afterRows'],
): ImportDesk =>
  importDesk({
    kind: 'elevator',
    columns: elevatorColumns,
    fields: elevatorFields,
    batch: desk.batch,
    takenFields: ['tag', 'registration_code', 'rescue_code', 'internal_tag'],
    names: {
      community: namedCommunities,
      brand: namedCompanies('brand_id'),
      property: namedProperties,
      maintenance: namedCompanies('maintenance_id'),
      checkList: namedCheckLists,
    },
    keyOf: () => undefined,
    async match(reads, rows) {
      const found = new Map<string, number>();
      for (const key of keys) {
        const texts = textsOf(rows, key);
        if (texts.length === 0) continue;
        const lifts = await reads
          .selectFrom('elevators')
          .select(['id', key])
          // As the index has it.
          .where(key, '<>', '')
          .where(key, 'in', texts)
          .execute();
        for (const lift of lifts) found.set(`${key} ${lift[key]}`, lift.id);
      }
      return rows.map((row) => {
        const ids = keys.flatMap((key) => found.get(`${key} ${String(row.get(key))}`) ?? []);
        return ids.slice(0, 1);
      });
    },
    afterRows,
  });
