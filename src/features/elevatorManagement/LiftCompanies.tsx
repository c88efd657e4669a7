import { DescriptionList } from '../../ui/DescriptionList/DescriptionList.tsx';
import type { LiftRecord } from './liftSources.ts';

/** Who is responsible for the lift, and where they are reached. */
export function LiftCompanies({ lift }: { lift: LiftRecord }) {
  const { property_info: property, maintain_info: maintenance, maintained_since: since } = lift;
  return (
    <DescriptionList
      items={[
        { label: '维保单位', value: lift.maintenance_name },
        { label: '维保电话', value: maintenance?.contact_mobile, dial: maintenance?.contact_mobile ?? null },
        { label: '维保起始', value: since?.slice(0, 10) },
        { label: '物业单位', value: lift.property_name },
        { label: '物业电话', value: property?.contact_mobile, dial: property?.contact_mobile ?? null },
        { label: '品牌', value: lift.brand_name },
        { label: '制造单位', value: lift.maker_unit },
        { label: '使用单位', value: lift.manage_unit },
        { label: '小区', value: lift.community_name },
        { label: '小区地址', value: lift.community_info?.address },
      ]}
    />
  );
}
