import { spawn, type ChildProcess } from 'node:child_process';

/** `npm run dev`: the server from its sources, restarted on change, and Vite's page beside it, which passes calls on. */
const children: ChildProcess[] = [
  spawn('npx', ['tsx', 'watch', 'server/main.ts', ...process.argv.slice(2)], { stdio: 'inherit' }),
  spawn('npx', ['vite'], { stdio: 'inherit' }),
];

const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);
