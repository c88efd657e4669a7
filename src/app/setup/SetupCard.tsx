import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Call } from '../../contract/call.ts';
import { isSiteReady, isStepDone, setupSteps, siteSetup, type SiteSetup } from '../../contract/endpoints/setup.ts';
import { screenNamed } from '../../contract/screens.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import './SetupCard.css';

const { path: wizardPath } = screenNamed('FirstSteps');

interface SetupCardProps {
  call: Call;
  /** The start page is open. */
  isShown: boolean;
  /** A site without anything begins with the wizard. */
  onBegin: (path: string) => void;
}

/**
 * On the start page of a site that cannot answer calls yet: how far its setup is, and what comes next. Shows nothing once the
 * site is ready.
 */
export function SetupCard({ call, isShown, onBegin }: SetupCardProps) {
  const [setup, setSetup] = useState<SiteSetup | null>(null);
  const [isPutAway, setPutAway] = useState(false);
  const hasLed = useRef(false);
  useEffect(() => {
    if (!isShown) return undefined;
    let isLeft = false;
    const show = (found: SiteSetup): void => {
      if (isLeft) return;
      setSetup(found);
      // Once: a user who leaves the wizard may look around.
      if (found.is_demo || found.region !== null || hasLed.current) return;
      hasLed.current = true;
      onBegin(wizardPath);
    };
    // It only shows the way: a failed read is repeated at the next visit.
    call(siteSetup, {}, { quiet: true }).then(show, () => undefined);
    return () => {
      isLeft = true;
    };
  }, [call, isShown, onBegin]);
  if (!isShown || setup === null || setup.is_demo || isSiteReady(setup) || isPutAway) return null;
  const done = setupSteps.filter((step) => isStepDone(setup, step)).length;
  return (
    <aside className="setup-card" aria-label="开站进度">
      <Icon name="flag" />
      <span>
        本站还不能接警：开站向导已完成 {done} / {setupSteps.length} 步
      </span>
      <Link to={wizardPath}>继续</Link>
      <IconButton size="small" icon="times" label="收起" onClick={() => setPutAway(true)} />
    </aside>
  );
}
