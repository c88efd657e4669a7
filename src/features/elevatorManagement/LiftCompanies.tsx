import { firstLine } from '../../contract/companyLines.ts';
import { DescriptionList } from '../../ui/DescriptionList/DescriptionList.tsx';
import type { LiftRecord } from './liftSources.ts';

/** The companies responsible for the lift, and their telephones. */
export function LiftCompanies({ lift }: { lift: LiftRecord }) {
  const { property_info: property, maintain_info: maintenance, maintained_since: since } = lift;
  return (
    <DescriptionList
      items={[
        { label: '维保单位', value: lift.maintenance_name },
        { label: '维保电话', value: firstLine(maintenance), dial: firstLine(maintenance) },
        { label: '维保起始', value: since?.slice(0, 10) },
        { label: '物业单位', value: lift.property_name },
        { label: '物业电话', value: firstLine(property), dial: firstLine(property) },
        { label: '品牌', value: lift.brand_name },
        { label: '制造单位', value: lift.maker_unit },
        { label: '使用单位', value: lift.manage_unit },
        { label: '小区', value: lift.community_name },
        { label: '小区地址', value: lift.community_info?.address },
      ]}
    />
  );
}
