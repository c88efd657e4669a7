import { createContext, useContext } from 'react';
import { Link } from 'react-router-dom';
import type { AgeDetail } from '../../contract/endpoints/stats.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { ageChoices, describeAges, isSameAges, readAgeAddress, toAgeSearch } from './ageAddress.ts';
import { toAgeFigures } from './ageFigures.ts';

/** The list's filters are made once; what they count comes by this. */
export const AgeDetailContext = createContext<LoadState<AgeDetail>>(loading);

/** The age groups as links with their numbers; a custom range from the address is beside them. */
export function AgeChoices({ params }: { params: URLSearchParams }) {
  const state = useContext(AgeDetailContext);
  const detail = state.kind === 'ready' ? state.value : null;
  const address = readAgeAddress(params);
  const chosen = address.kind === 'ok' ? address.filter : null;
  const own =
    chosen === null || ageChoices.some(({ filter }) => isSameAges(filter, chosen))
      ? []
      : [{ label: describeAges(chosen), filter: chosen }];
  const shown = [...ageChoices, ...own].filter(
    ({ filter }) =>
      filter.install_unknown !== true || chosen?.install_unknown === true || (detail?.unknown.value ?? 0) > 0,
  );
  return (
    <nav className="rs-ages" aria-label="梯龄">
      {shown.map(({ label, filter }) => (
        <Link
          key={label}
          to={{ search: toAgeSearch(params, filter) }}
          aria-current={chosen !== null && isSameAges(filter, chosen) ? 'true' : undefined}
        >
          {label} <b>{detail === null ? '—' : toAgeFigures(detail, filter).num.toLocaleString('en-US')}</b>
        </Link>
      ))}
    </nav>
  );
}
