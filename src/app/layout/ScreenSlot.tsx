import { Component, type ReactNode } from 'react';
import { useOutletContext } from 'react-router-dom';
import { DeniedState } from '../../ui/DeniedState/DeniedState.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { wallPath } from '../paths.ts';
import type { CreateScreen, Screen } from '../screens.ts';
import type { Scope } from '../scope/createScope.ts';
import { Unopened } from './Unopened.tsx';

interface PageBoundaryProps {
  title: string;
  isWall: boolean;
  children: ReactNode;
}

/** A page that cannot be loaded or drawn says so in its own place; header, alarm and link continue. */
export class PageBoundary extends Component<PageBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? (
      <Unopened title={this.props.title} isWall={this.props.isWall} />
    ) : (
      this.props.children
    );
  }
}

/** One page of the registry in the layout, for those who may see it. `create` is undefined when its chunk could not be fetched. */
export function ScreenSlot({ screen, create }: { screen: Screen; create: CreateScreen | undefined }) {
  const scope = useOutletContext<Scope>();
  if (!scope.can(screen.permission)) {
    return (
      <Panel>
        <h1 className="ti-visually-hidden">{screen.title}</h1>
        <DeniedState />
      </Panel>
    );
  }
  if (create === undefined) return <Unopened title={screen.title} isWall={screen.path === wallPath} />;
  return (
    <PageBoundary key={screen.name} title={screen.title} isWall={screen.path === wallPath}>
      {scope.page(screen.name, create)}
    </PageBoundary>
  );
}
