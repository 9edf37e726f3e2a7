// Odd requests, byte by byte: our server and the real one give the same answers and then go on, or end the connection, alike.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describeReal } from '@rectrace/testbed';
import type { BareServer } from '@rectrace/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startVirtualSide, type VirtualSide } from '../differential/virtual-side.ts';
import { KNOWN_DIFFERENCES } from './known-differences.ts';
import { ODD_REQUESTS } from './odd-requests.ts';
import { type OddTalk, talkOddly } from './talk-oddly.ts';

const NAMESPACE = `odd-${randomBytes(3).toString('hex')}`;
const TITLES = new Set(ODD_REQUESTS.map(([title]) => title));

type Side = { readonly server: BareServer; readonly token: string };

describeReal('an odd request', (plane) => {
  let virtual: VirtualSide;
  let sides: readonly Side[];

  beforeAll(async () => {
    virtual = await startVirtualSide(1);
    const real = { url: plane().serverUrl, caFile: plane().caFile, token: plane().adminToken };
    sides = await Promise.all([real, virtual].map(sideOf));
    for (const api of [plane().api, virtual.api]) {
      await api.expect({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: NAMESPACE } } });
    }
  });

  afterAll(async () => {
    await plane().api.request({ method: 'DELETE', path: `/api/v1/namespaces/${NAMESPACE}` });
    await virtual.stop();
  });

  test.each(ODD_REQUESTS)('%s', { timeout: 300_000 }, async (title, makeRequest) => {
    const [theirs, ours] = await Promise.all(
      sides.map(({ server, token }): Promise<OddTalk> => {
        return talkOddly(server, makeRequest({ host: `${server.host}:${server.port}`, token, namespace: NAMESPACE }));
      }),
    );
    const known = KNOWN_DIFFERENCES.get(title);
    expect(ours).toEqual(known ?? theirs);
    if (known !== undefined) expect(theirs, 'the difference is one no more').not.toEqual(known);
  });
});

test('every known difference is one of an odd request', () => {
  expect([...KNOWN_DIFFERENCES.keys()].filter((title) => !TITLES.has(title))).toEqual([]);
  expect(TITLES.size).toBe(ODD_REQUESTS.length);
});

async function sideOf({ url, caFile, token }: { readonly url: string; readonly caFile: string; readonly token: string }): Promise<Side> {
  const { hostname: host, port } = new URL(url);
  return { server: { host, port: Number(port), authority: await readFile(caFile, 'utf8') }, token };
}
