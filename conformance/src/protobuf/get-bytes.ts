// GETs the bytes of an answer in a media type.
import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import type { ClusterAccess } from '@rectrace/testbed';

export type Bytes = { readonly status: number; readonly contentType: string; readonly body: Buffer };

type Server = Pick<ClusterAccess, 'serverUrl' | 'caFile' | 'adminToken'>;

export async function getBytes({ serverUrl, caFile, adminToken }: Server, path: string, accept: string): Promise<Bytes> {
  const ca = await readFile(caFile);
  const headers = { accept, authorization: `Bearer ${adminToken}` };
  return new Promise((resolve, reject) => {
    request(`${serverUrl}${path}`, { ca, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          contentType: response.headers['content-type'] ?? '',
          body: Buffer.concat(chunks),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}
