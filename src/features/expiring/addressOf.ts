import type { OutputOf } from '../../contract/endpoint.ts';
import type { expiringList } from '../../contract/endpoints/expiring.ts';
import { screenCatalogue } from '../../contract/screens.ts';

type Row = OutputOf<typeof expiringList>['list'][number];

const pathOf = (screen: (typeof screenCatalogue)[number]['name']): string =>
  screenCatalogue.find(({ name }) => name === screen)?.path ?? '/';

/** Returns the address at which the record is looked after: its list with this one row, or its detail. */
export function addressOf({
  kind,
  record_id: id,
  name,
  company_kind: company,
}: Pick<Row, 'kind' | 'record_id' | 'name' | 'company_kind'>): string {
  if (kind === 'inspection' || kind === 'selfTest' || kind === 'onDemandPermit')
    return `${pathOf('ElevatorManagement')}?id=${id}`;
  const keyword = `keyword=${encodeURIComponent(name)}`;
  if (kind === 'certificate') return `${pathOf('PersonManagement')}?${keyword}`;
  const companies = pathOf(company === 'property' ? 'PropertyManagement' : 'MaintenanceManagement');
  return kind === 'contract' ? `${companies}?tab=contracts&${keyword}` : `${companies}?${keyword}`;
}
