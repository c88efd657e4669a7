import { Link } from 'react-router-dom';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import '../../ui/Button/Button.css';
import './NotFound.css';

interface NotFoundProps {
  /** The address that leads nowhere. */
  path: string;
}

/** Any path without a screen. */
export function NotFound({ path }: NotFoundProps) {
  return (
    <div className="ti-not-found">
      <h1 className="ti-visually-hidden">页面不存在</h1>
      <EmptyState
        icon="map-marker"
        title="没有找到这个页面"
        hint={
          <>
            地址 <code>{path}</code> 不存在或已更改，请检查地址，或从数据概览重新进入。
          </>
        }
        action={
          <Link className="ti-button" data-variant="primary" data-size="medium" to="/">
            返回数据概览
          </Link>
        }
      />
    </div>
  );
}
