// Row 31: definitions of custom resources.
import type { WatchLine } from '@rectrace/testbed';
import { type DifferentialCase, differentialCase } from '../differential-case.ts';
import { abolish, answers, DEFINITIONS, definitionBody, establish, groupFor, OPEN_SCHEMA, widgetBody } from './definition-bodies.ts';

const MERGE_PATCH = 'application/merge-patch+json';

const hasCondition =
  (type: string, status: string) =>
  (lines: readonly WatchLine[]): boolean =>
    lines.some(({ object }) => {
      const { conditions } = (object['status'] ?? {}) as { readonly conditions?: readonly { type: string; status: string }[] };
      return (conditions ?? []).some((condition) => condition.type === type && condition.status === status);
    });

const hasReason =
  (reason: string) =>
  (lines: readonly WatchLine[]): boolean =>
    lines.some(({ object }) => JSON.stringify(object['status'] ?? {}).includes(`"${reason}"`));

export const DEFINITION_CASES: readonly DifferentialCase[] = [
  differentialCase(31, 'a definition from its creation to its end', async (subject, namespace) => {
    const group = groupFor(namespace);
    const name = `widgets.${group}`;
    const watch = subject.watch({
      path: `${DEFINITIONS}?fieldSelector=metadata.name%3D${name}`,
      until: (lines) => lines.some(({ type }) => type === 'DELETED'),
    });
    await establish(subject, { group, names: { shortNames: ['wd'], categories: ['all'] } });
    await subject.ask({ path: `/apis/${group}` });
    await subject.ask({ path: `/apis/${group}/v1` });
    await subject.ask({ path: `/apis/${group}/v2` });
    await subject.ask({ path: `/apis/${group}/v2/widgets` });
    await subject.ask({ path: `/apis/${group}/v1/gadgets` });
    const path = `/apis/${group}/v1/namespaces/${namespace}/widgets`;
    for (const widget of ['a', 'b']) await subject.ask({ method: 'POST', path, body: widgetBody(group, { name: widget }) });
    await abolish(subject, name);
    await watch.done;
    await answers(subject, { path: `/apis/${group}/v1/widgets`, status: 404 });
    await subject.ask({ path });
    await subject.ask({ path: `/apis/${group}` });
  }),
  differentialCase(31, 'a definition whose objects hold it', async (subject, namespace) => {
    const group = groupFor(namespace);
    const name = `widgets.${group}`;
    const path = `/apis/${group}/v1/namespaces/${namespace}/widgets`;
    await establish(subject, { group });
    const { body } = await subject.ask({
      method: 'POST',
      path,
      body: widgetBody(group, { name: 'held', finalizers: ['example.com/hold'] }),
    });
    const watch = subject.watch({
      path: `${path}?resourceVersion=${body.metadata.resourceVersion}`,
      until: (lines) => lines.some(({ type }) => type === 'DELETED'),
    });
    const { body: definition } = await subject.ask({ path: `${DEFINITIONS}/${name}` });
    const ending = subject.watch({
      path: `${DEFINITIONS}?fieldSelector=metadata.name%3D${name}&resourceVersion=${definition.metadata.resourceVersion}`,
      until: hasReason('InstanceDeletionInProgress'),
    });
    await subject.ask({ method: 'DELETE', path: `${DEFINITIONS}/${name}` });
    await ending.done;
    await new Promise((resolve) => setTimeout(resolve, 500));
    await subject.ask({ method: 'DELETE', path: `${DEFINITIONS}/${name}` });
    await subject.ask({ method: 'POST', path, body: widgetBody(group, { name: 'late' }) });
    await new Promise((resolve) => setTimeout(resolve, 500));
    await subject.ask({ path: `${path}/held` });
    await subject.ask({ method: 'PATCH', path: `${path}/held`, contentType: MERGE_PATCH, body: { metadata: { finalizers: null } } });
    await watch.done;
    await answers(subject, { path: `${DEFINITIONS}/${name}`, status: 404 });
  }),
  differentialCase(31, 'definitions that are refused', async (subject, namespace) => {
    const group = groupFor(namespace);
    for (const body of refusedDefinitions(group)) await subject.ask({ method: 'POST', path: DEFINITIONS, body });
  }),
  differentialCase(31, 'definitions that change', async (subject, namespace) => {
    const group = groupFor(namespace);
    const path = `${DEFINITIONS}/widgets.${group}`;
    await establish(subject, { group });
    const patches: readonly object[] = [
      { spec: { scope: 'Cluster' } },
      { spec: { group: 'other.example.com' } },
      { spec: { names: { kind: 'Gadget' } } },
      { spec: { names: { plural: 'gadgets' } } },
      { status: { storedVersions: ['v9'] } },
      { metadata: { labels: { a: 'b' } } },
      { metadata: { finalizers: ['example.com/hold'] } },
      { metadata: { finalizers: null } },
      { spec: { names: { shortNames: ['wi'], categories: ['all'] } } },
    ];
    for (const body of patches) await subject.ask({ method: 'PATCH', path, contentType: MERGE_PATCH, body });
    await new Promise((resolve) => setTimeout(resolve, 500));
    await subject.ask({ path: `${path}/status` });
    await subject.ask({ method: 'PATCH', path: `${path}/status`, contentType: MERGE_PATCH, body: { status: { storedVersions: [] } } });
    await subject.ask({
      method: 'PATCH',
      path: `${path}/status`,
      contentType: MERGE_PATCH,
      body: { status: { storedVersions: ['v9'] } },
    });
    await subject.ask({ method: 'PUT', path: `${path}/status`, body: { metadata: { name: `widgets.${group}` } } });
    await abolish(subject, `widgets.${group}`);
  }),
  differentialCase(31, 'names that another definition holds', async (subject, namespace) => {
    const group = groupFor(namespace);
    await establish(subject, { group, names: { shortNames: ['wd'] } });
    const rivals = [
      { plural: 'gadgets', names: { kind: 'Widget' } },
      { plural: 'gizmos', names: { kind: 'Gizmo', singular: 'widget' } },
      { plural: 'things', names: { kind: 'Thing', shortNames: ['wd', 'th'] } },
      { plural: 'items', names: { kind: 'Item', listKind: 'WidgetList' } },
    ];
    for (const rival of rivals) {
      const name = `${rival.plural}.${group}`;
      const watch = subject.watch({
        path: `${DEFINITIONS}?fieldSelector=metadata.name%3D${name}`,
        until: hasCondition('NamesAccepted', 'False'),
      });
      await subject.ask({ method: 'POST', path: DEFINITIONS, body: definitionBody({ group, ...rival }) });
      await watch.done;
      await subject.ask({ path: `/apis/${group}/v1/${rival.plural}` });
    }
    for (const { plural } of rivals) await subject.prepare({ method: 'DELETE', path: `${DEFINITIONS}/${plural}.${group}` });
    await abolish(subject, `widgets.${group}`);
  }),
];

function refusedDefinitions(group: string): readonly unknown[] {
  const body = definitionBody({ group });
  const withSpec = (spec: object): unknown => ({ ...body, spec: { ...body.spec, ...spec } });
  const version = { name: 'v1', served: true, storage: true, schema: OPEN_SCHEMA };
  const withSchema = (schema: unknown): unknown => withSpec({ versions: [{ ...version, schema }] });
  return [
    {},
    { metadata: { name: 'x' } },
    { ...body, metadata: { name: 'other' } },
    withSpec({ group: 'nodot' }),
    withSpec({ group: 'Upper.Case' }),
    withSpec({ scope: '' }),
    withSpec({ scope: 'Galaxy' }),
    withSpec({ names: { plural: 'widgets' } }),
    withSpec({ names: { plural: 'widgets', kind: 'wid get' } }),
    withSpec({ names: { plural: 'widgets', kind: 'Widget', listKind: 'Widget' } }),
    withSpec({ names: { plural: 'widgets', kind: 'Widget', shortNames: ['Bad Name'], categories: ['B'] } }),
    withSpec({ versions: null }),
    withSpec({ versions: [{ ...version, name: 'V 1' }] }),
    withSpec({ versions: [{ ...version, storage: false }] }),
    withSpec({ versions: [version, { ...version, name: 'v2' }] }),
    withSpec({ versions: [version, { ...version, storage: false }] }),
    withSchema(undefined),
    withSchema({}),
    withSchema({ openAPIV3Schema: {} }),
    withSchema({ openAPIV3Schema: { type: 'string' } }),
    withSpec({ versions: [{ ...version, deprecationWarning: 'x' }] }),
    withSpec({ versions: [{ ...version, subresources: { scale: {} } }] }),
    withSpec({
      versions: [
        { ...version, subresources: { scale: { specReplicasPath: 'spec', statusReplicasPath: '.spec.x', labelSelectorPath: '.x' } } },
      ],
    }),
    withSpec({ versions: [{ ...version, additionalPrinterColumns: [{}] }] }),
    withSpec({ versions: [{ ...version, additionalPrinterColumns: [{ name: 'a', type: 'strange', jsonPath: 'x' }] }] }),
    withSpec({ preserveUnknownFields: true }),
    withSpec({ conversion: { strategy: 'Magic' } }),
    withSpec({ conversion: { strategy: 'Webhook' } }),
    'x',
  ];
}
