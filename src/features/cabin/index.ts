export { Cabin } from './Cabin.tsx';
export { CabinPairing } from './CabinPairing.tsx';
export { watchCabin } from './watchCabin.ts';
