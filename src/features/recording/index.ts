export { loadRecording } from './loadRecording.ts';
export { RecordingDialog } from './RecordingDialog.tsx';
