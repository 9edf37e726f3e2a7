// Turns the texts of a load into what a recorder is told, parsed as the reflector parses them.
import type { Json, KubeObject, ResourceScope } from '@rectrace/kube';
import { listAt, parseJson, parseObject } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import type { LoadKind, LoadMessage } from './tree-load.ts';

const SCOPES: Readonly<Record<LoadKind, ResourceScope>> = {
  ConfigMap: { group: '', resource: 'configmaps', namespace: '' },
  Deployment: { group: 'apps', resource: 'deployments', namespace: '' },
  ReplicaSet: { group: 'apps', resource: 'replicasets', namespace: '' },
  Pod: { group: '', resource: 'pods', namespace: '' },
};
const OBSERVED: Readonly<Record<string, 'Added' | 'Modified' | 'Deleted'>> = { ADDED: 'Added', MODIFIED: 'Modified', DELETED: 'Deleted' };

const PAGE = 500;

/** First lists, collection by collection and read in pages, as the reflector does. All of a load's revisions come after version 1000. */
export function* listMessages(listed: Iterable<LoadMessage>, { at }: { readonly at: number }): Generator<RecorderMessage> {
  const resourceVersion = '1000';
  let open: LoadKind | undefined;
  for (const { kind, texts } of pagesOf(listed)) {
    const scope = SCOPES[kind];
    if (kind !== open) {
      if (open !== undefined) yield { kind: 'ListEnd', scope: SCOPES[open], resourceVersion, receivedAt: at };
      yield { kind: 'ListBegin', scope, objectKind: kind, resourceVersion, requestedAt: at, receivedAt: at };
      open = kind;
    }
    const page = parseJson(`{"items":[${texts.join(',')}]}`);
    for (const item of listAt(page, ['items'])) yield { kind: 'Listed', scope, object: readObject(item), receivedAt: at };
  }
  if (open !== undefined) yield { kind: 'ListEnd', scope: SCOPES[open], resourceVersion, receivedAt: at };
}

type Page = { readonly kind: LoadKind; readonly texts: readonly string[] };

/** Up to 500 messages of one kind each. */
function* pagesOf(listed: Iterable<LoadMessage>): Generator<Page> {
  let page: { readonly kind: LoadKind; readonly texts: string[] } | undefined;
  for (const { kind, text } of listed) {
    if (page !== undefined && (page.kind !== kind || page.texts.length === PAGE)) {
      yield page;
      page = undefined;
    }
    page ??= { kind, texts: [] };
    page.texts.push(text);
  }
  if (page !== undefined) yield page;
}

/** A watch message. at: milliseconds since the epoch. */
export function watchMessage({ type, kind, text }: LoadMessage, { at }: { readonly at: number }): RecorderMessage {
  const observed = OBSERVED[type];
  if (observed === undefined) throw new TypeError(`no watch message is called ${type}`);
  return { kind: 'Observed', type: observed, scope: SCOPES[kind], object: readObject(parseJson(text)), by: 'watch', receivedAt: at };
}

function readObject(value: Json): KubeObject {
  const parsed = parseObject(value);
  if (parsed.kind === 'invalid') throw new TypeError(parsed.reason);
  return parsed.object;
}
