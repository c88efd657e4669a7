export { createDataBoard } from './createDataBoard.tsx';
export { WallPairing } from './WallPairing.tsx';
