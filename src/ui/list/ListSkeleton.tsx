import './ListSkeleton.css';

/** The shape of a list that is on its way. */
export function ListSkeleton({ rows = 12 }: { rows?: number }) {
  return (
    <div className="ti-skeleton" role="status" aria-label="正在加载">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="ti-skeleton__row" aria-hidden="true">
          <i style={{ width: '14%' }} />
          <i style={{ width: '26%' }} />
          <i style={{ width: '12%' }} />
          <i style={{ width: '18%' }} />
          <i style={{ width: '10%' }} />
        </div>
      ))}
    </div>
  );
}
