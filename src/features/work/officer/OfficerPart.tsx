import { useState } from 'react';
import { liftsFeed, recordsFeed, type OfficerDeps } from './officerSources.ts';
import { PresenceCodeView } from './PresenceCodeView.tsx';
import { RecordList, recordLists } from './RecordList.tsx';
import './officer.css';

export type OfficerPlace = 'code' | 'faults' | 'scooters';

export interface OfficerPartProps {
  place: OfficerPlace;
  deps: OfficerDeps;
}

function Code({ deps }: { deps: OfficerDeps }) {
  const [feed] = useState(() => liftsFeed(deps));
  return <PresenceCodeView feed={feed} />;
}

function List({ name, deps }: { name: keyof typeof recordLists; deps: OfficerDeps }) {
  const kind = recordLists[name];
  const [feed] = useState(() => recordsFeed(deps, kind.query));
  return <RecordList kind={kind} feed={feed} />;
}

/** The part of the telephone that only safety officers need: fetched when one of its pages is opened. */
export function OfficerPart({ place, deps }: OfficerPartProps) {
  return place === 'code' ? <Code deps={deps} /> : <List key={place} name={place} deps={deps} />;
}
