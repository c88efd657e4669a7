import type { LiftStyle } from './mapTypes.ts';

interface MapLegendProps {
  styles: readonly LiftStyle[];
  /** The number of lifts in each state now. */
  counts?: readonly number[];
}

function Shape({ style }: { style: LiftStyle }) {
  return (
    <svg className="ti-map-legend__shape" data-tone={style.tone} viewBox="0 0 12 12" aria-hidden="true">
      {style.shape === 'dot' && <circle cx="6" cy="6" r="3.6" />}
      {style.shape === 'ring' && <circle cx="6" cy="6" r="3.4" className="ti-map-legend__ring" />}
      {style.shape === 'diamond' && <path d="M6 0.8 11.2 6 6 11.2 0.8 6z" />}
      {style.shape === 'triangle' && <path d="M6 0.8 11.4 10.8H0.6z" />}
    </svg>
  );
}

/** The meaning of the marks on the map, each in its shape with its word. */
export function MapLegend({ styles, counts }: MapLegendProps) {
  return (
    <ul className="ti-map-legend" aria-label="图例">
      {styles.map((style, state) => (
        <li key={style.label}>
          <Shape style={style} />
          <span>{style.label}</span>
          {counts !== undefined && <b>{(counts[state] ?? 0).toLocaleString('zh-CN')}</b>}
        </li>
      ))}
    </ul>
  );
}
