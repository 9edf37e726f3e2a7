// Lists a collection as fast as the API server answers: the bytes are read and counted, nothing is parsed.
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:https';
import type { ClusterAccess } from '@rectrace/testbed';

/** Reads one URL after the other over one connection. */
export async function rawLists(plane: ClusterAccess, paths: readonly string[]): Promise<{ readonly bytes: number; readonly ms: number }> {
  const agent = new Agent({ keepAlive: true, ca: readFileSync(plane.caFile) });
  const headers = { Accept: 'application/json', Authorization: `Bearer ${plane.adminToken}` };
  try {
    await readAll(new URL('/version', plane.serverUrl), { agent, headers });
    const started = performance.now();
    let bytes = 0;
    for (const path of paths) bytes += await readAll(new URL(path, plane.serverUrl), { agent, headers });
    return { bytes, ms: performance.now() - started };
  } finally {
    agent.destroy();
  }
}

function readAll(url: URL, options: { readonly agent: Agent; readonly headers: Record<string, string> }): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(url, options, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve(bytes);
        else reject(new Error(`GET ${url.pathname} answered ${response.statusCode}`));
      });
    });
    request.on('error', reject);
  });
}
