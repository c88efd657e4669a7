import { useState } from 'react';
import type { AreaNode } from '../../contract/endpoints/stats.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';

interface AreaTreeProps {
  areas: readonly AreaNode[];
  total: number;
  areaId: number | null;
  communityId: number | null;
  onChoose: (areaId: number | null, communityId: number | null) => void;
}

type Counts = Pick<AreaNode, 'elevator_num' | 'offline_num' | 'call_num'>;

function CountsOf({ elevator_num: lifts, offline_num: offline, call_num: calls }: Counts) {
  return (
    <span className="es-tree__counts">
      {calls > 0 && (
        <b data-tone="critical" title={`${calls} 台正在求救`}>
          <Icon name="exclamation-triangle" />
          {calls}
        </b>
      )}
      {offline > 0 && (
        <b data-tone="offline" title={`${offline} 台离线`}>
          <Icon name="minus-circle" />
          {offline}
        </b>
      )}
      <span title={`共 ${lifts} 台`}>{lifts.toLocaleString('zh-CN')}</span>
    </span>
  );
}

/** Areas with their communities, each with how many lifts it has, how many are silent and how many call. */
export function AreaTree({ areas, total, areaId, communityId, onChoose }: AreaTreeProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set(areaId === null ? [] : [areaId]));
  const toggle = (id: number): void => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  const isAll = areaId === null && communityId === null;
  return (
    <ul className="es-tree" aria-label="区域与小区">
      <li>
        <button
          type="button"
          className="es-tree__row"
          data-level="0"
          aria-current={isAll || undefined}
          onClick={() => onChoose(null, null)}
        >
          <span className="es-tree__name">全部电梯</span>
          <span className="es-tree__counts">{total.toLocaleString('zh-CN')}</span>
        </button>
      </li>
      {areas.map((area) => {
        const isOpen = open.has(area.id) || area.communities.some(({ id }) => id === communityId);
        return (
          <li key={area.id}>
            <div className="es-tree__line">
              <button
                type="button"
                className="es-tree__fold"
                aria-expanded={isOpen}
                aria-label={`${isOpen ? '收起' : '展开'}${area.name}`}
                onClick={() => toggle(area.id)}
              >
                <Icon name={isOpen ? 'angle-down' : 'angle-right'} />
              </button>
              <button
                type="button"
                className="es-tree__row"
                data-level="1"
                aria-current={(areaId === area.id && communityId === null) || undefined}
                onClick={() => onChoose(area.id, null)}
              >
                <span className="es-tree__name">{area.name}</span>
                <CountsOf {...area} />
              </button>
            </div>
            {isOpen && (
              <ul>
                {area.communities.map((community) => (
                  <li key={community.id}>
                    <button
                      type="button"
                      className="es-tree__row"
                      data-level="2"
                      aria-current={communityId === community.id || undefined}
                      onClick={() => onChoose(area.id, community.id)}
                    >
                      <span className="es-tree__name">{community.name}</span>
                      <CountsOf {...community} />
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}
