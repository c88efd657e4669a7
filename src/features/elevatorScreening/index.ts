export { createElevatorScreening } from './createElevatorScreening.tsx';
