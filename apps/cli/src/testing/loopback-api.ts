// An API server of a few canned answers on the loopback, for tests of what is said about them.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** home: a folder with the kubeconfig, which goes with close(). requests: 'METHOD /path', in order. */
export type LoopbackApi = { readonly home: string; readonly kubeconfig: string; readonly requests: string[]; close(): Promise<void> };

/** answers: by 'METHOD /path'; what is not among them is 404. A Status answers with its own code. */
export async function startLoopbackApi(answers: { readonly [request: string]: object }): Promise<LoopbackApi> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const asked = `${request.method} ${(request.url ?? '').replace(/\?.*/, '')}`;
    requests.push(asked);
    const answer = answers[asked] ?? statusOf(404, { reason: 'NotFound', message: 'it was not found', name: asked.replace(/.*\//, '') });
    const code = 'code' in answer && typeof answer.code === 'number' ? answer.code : 200;
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const home = mkdtempSync(join(tmpdir(), 'rectrace-api-'));
  const kubeconfig = join(home, 'config');
  writeFileSync(
    kubeconfig,
    `apiVersion: v1\nkind: Config\ncurrent-context: c\nclusters: [{name: c, cluster: {server: "http://127.0.0.1:${port}"}}]\nusers: [{name: u, user: {token: t}}]\ncontexts: [{name: c, context: {cluster: c, user: u}}]\n`,
  );
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(home, { recursive: true });
  };
  return { home, kubeconfig, requests, close };
}

/** A Kubernetes Status that refuses. */
export function statusOf(
  code: number,
  { reason, message, name }: { readonly reason: string; readonly message: string; readonly name: string },
): object {
  return { apiVersion: 'v1', kind: 'Status', status: 'Failure', code, reason, message, details: { name } };
}
