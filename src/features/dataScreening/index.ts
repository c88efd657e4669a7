export { createDataScreening } from './createDataScreening.tsx';
