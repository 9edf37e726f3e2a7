// A signal ends every command while the API server keeps it waiting, and the process with it.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Interrupted } from './errors.ts';
import { EXIT_CODES } from './exit-code.ts';
import { captureRun } from './testing/captured-run.ts';

let folder: string;
let kubeconfig: string;
let server: Server;
let asked: () => void;

/** Takes every request and never answers. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rectrace-interrupted-'));
  kubeconfig = join(folder, 'config');
  server = createServer(() => asked());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  writeFileSync(
    kubeconfig,
    `apiVersion: v1\nkind: Config\ncurrent-context: c\nclusters: [{name: c, cluster: {server: "http://127.0.0.1:${port}"}}]\nusers: [{name: u, user: {token: t}}]\ncontexts: [{name: c, context: {cluster: c, user: u}}]\n`,
  );
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

test.each([
  ['watch deploy/web'],
  ['record deploy/web --to never.ndjson'],
  ['timeline deploy/web'],
  ['tree deploy/web'],
  ['roots'],
  ['diff deploy/web'],
  ['doctor'],
  ['trace list'],
  ['virtual up --from c'],
  ['virtual snapshot --to never'],
])('%s ends on a signal while the server does not answer', async (line) => {
  const interruption = new AbortController();
  asked = () => interruption.abort(new Interrupted('SIGTERM'));
  const env = { HOME: folder, KUBECONFIG: kubeconfig };
  const { code, stdout, stderr } = await captureRun(line.split(' '), { env, interruption });
  expect({ line, code, stdout, failed: stderr.includes('rectrace:') }).toEqual({
    line,
    code: EXIT_CODES.terminated,
    stdout: '',
    failed: false,
  });
});
