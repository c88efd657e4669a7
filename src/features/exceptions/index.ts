import { createElement, type ComponentType } from 'react';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import type { ExceptionKind } from './exceptionKind.ts';
import { ExceptionPage } from './ExceptionPage.tsx';
import { exceptionKinds } from './exceptionScreens.ts';

const createFor =
  (kind: ExceptionKind) =>
  (deps: FeatureDeps): ComponentType =>
  () =>
    createElement(ExceptionPage, { kind, deps });

export const createFaultRecords = createFor(exceptionKinds.FaultRecords);
export const createFaultRecordsHistory = createFor(exceptionKinds.FaultRecordsHistory);
export const createElectricScooter = createFor(exceptionKinds.ElectricScooter);
export const createElectricScooterHistory = createFor(exceptionKinds.ElectricScooterHistory);
export const createElevatorFault = createFor(exceptionKinds.ElevatorFault);
export const createElevatorFaultHistory = createFor(exceptionKinds.ElevatorFaultHistory);
export const createFaultEvent = createFor(exceptionKinds.FaultEvent);
