// One write after the other into a collection that many watch: how many events a second reach them.
import { BareClient } from './bare-client.ts';
import type { LoadedServer } from './virtual-program.ts';
import { WatchCrowd } from './watch-crowd.ts';

export type FanOutOptions = {
  readonly watches: number;
  readonly writes: number;
  readonly writers: number;
  /** Of the names; no two runs on one server have the same. */
  readonly prefix: string;
};

const COLLECTION = '/api/v1/namespaces/default/configmaps';
const TEXT = 'x'.repeat(1_350);
const TIMEOUT_MS = 120_000;
/** Writes that not all watches have been told of: kube-apiserver ends watches that are further behind. */
const MOST_AHEAD = 10;

/** Events a second, over all watches, from the first write to the last event. */
export async function runFanOut(server: LoadedServer, { watches, writes, writers, prefix }: FanOutOptions): Promise<number> {
  const clients = await Promise.all(Array.from({ length: writers }, () => BareClient.open(server)));
  const crowd = await WatchCrowd.open(server, { path: `${COLLECTION}?watch=1&resourceVersion=${await newestRevision(server)}`, watches });
  const started = performance.now();
  const told = crowd.told(watches * writes, TIMEOUT_MS);
  let next = 0;
  const work = async (client: BareClient): Promise<void> => {
    while (next < writes) {
      const number = next++;
      await crowd.atLeast((number - MOST_AHEAD) * watches);
      await client.timed({ method: 'POST', path: COLLECTION, body: configMap(`${prefix}-${number}`) });
    }
  };
  await Promise.all([...clients.map(work), told]);
  const seconds = (performance.now() - started) / 1000;
  crowd.close();
  for (const client of clients) client.close();
  return (watches * writes) / seconds;
}

/** What came before it, watches that start there are not told. */
async function newestRevision(server: LoadedServer): Promise<string> {
  const client = await BareClient.open(server);
  const { metadata } = JSON.parse((await client.answer({ method: 'GET', path: `${COLLECTION}?limit=1` })).toString()) as {
    readonly metadata: { readonly resourceVersion: string };
  };
  client.close();
  return metadata.resourceVersion;
}

function configMap(name: string): string {
  return JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { text: TEXT } });
}
