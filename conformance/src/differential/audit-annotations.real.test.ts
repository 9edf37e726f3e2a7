// What the audit log says of requests beside what they ask for: the same annotations on the real server and on ours.
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient, ApiRequest } from '@rectrace/testbed';
import { buildBinaries, describeReal, startControlPlane, waitFor } from '@rectrace/testbed';
import { expect, test } from 'vitest';
import { startVirtualSide } from './virtual-side.ts';

const POLICIES = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies';
const BINDINGS = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings';
const AGENT = 'annotated';
const POD = { metadata: { name: 'p' }, spec: { containers: [{ name: 'a', image: 'x' }] } };
/** What is said of a patch is above the level of our log. */
const ABOVE_METADATA = /^patch\./;

type Line = {
  readonly verb: string;
  readonly requestURI: string;
  readonly stage: string;
  readonly userAgent?: string;
  readonly annotations?: Readonly<Record<string, string>>;
};

const policy = {
  metadata: { name: 'audited' },
  spec: {
    matchConstraints: { resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }] },
    validations: [{ expression: "!object.metadata.name.startsWith('odd')", message: 'odd' }],
    auditAnnotations: [{ key: 'name', valueExpression: "'named ' + object.metadata.name" }],
  },
};

async function prepare(api: ApiClient): Promise<void> {
  const labels = { 'pod-security.kubernetes.io/enforce': 'baseline', 'pod-security.kubernetes.io/audit': 'restricted' };
  await api.expect({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: 'strict', labels } } });
  await api.expect({ method: 'POST', path: POLICIES, body: policy });
  const spec = { policyName: 'audited', validationActions: ['Audit'] };
  await api.expect({ method: 'POST', path: BINDINGS, body: { metadata: { name: 'audited' }, spec } });
}

const bob = { 'Impersonate-User': 'bob', 'Impersonate-Group': 'system:authenticated' };
const template = { metadata: { labels: { app: 'a' } }, spec: POD.spec };
const REQUESTS: readonly ApiRequest[] = [
  { path: '/api/v1/namespaces/strict/configmaps' },
  // One rule alone allows this; of several, the real server names any (informers keep no order).
  { path: '/api', headers: bob },
  { path: '/api/v1/pods', headers: bob },
  { method: 'POST', path: '/api/v1/namespaces/strict/pods?dryRun=All', body: POD },
  {
    method: 'POST',
    path: '/api/v1/namespaces/strict/pods?dryRun=All&a=refused',
    body: { ...POD, spec: { ...POD.spec, hostNetwork: true } },
  },
  {
    method: 'POST',
    path: '/apis/apps/v1/namespaces/strict/deployments?dryRun=All',
    body: { metadata: { name: 'd' }, spec: { selector: { matchLabels: { app: 'a' } }, template } },
  },
  { method: 'POST', path: '/api/v1/namespaces/strict/configmaps?dryRun=All', body: { metadata: { name: 'odd' } } },
];

async function askAll(api: ApiClient): Promise<void> {
  for (const request of REQUESTS) await api.request({ ...request, headers: { ...request.headers, 'User-Agent': AGENT } });
}

function annotationsIn(lines: readonly Line[]): readonly object[] {
  const told = lines.filter(({ userAgent, stage }) => userAgent === AGENT && stage === 'ResponseComplete');
  return told.map(({ verb, requestURI, annotations = {} }) => ({
    verb,
    requestURI,
    annotations: Object.fromEntries(Object.entries(annotations).filter(([key]) => !ABOVE_METADATA.test(key))),
  }));
}

describeReal('annotations of the audit log', () => {
  test('are those of the real server', { timeout: 120_000 }, async ({ onTestFinished }) => {
    const built = await buildBinaries();
    if (built.kind === 'unavailable') throw new Error(built.reason);
    const plane = await startControlPlane({ programs: built.programs, controllers: false });
    onTestFinished(() => plane.stop());
    const written: Line[] = [];
    const ours = await startVirtualSide(1, { disabledPlugins: ['ServiceAccount'], auditSink: (event) => written.push(event) });
    onTestFinished(() => ours.stop());
    for (const api of [plane.api, ours.api]) await prepare(api);
    // The real server looks at policies anew every second.
    await sleep(3_000);
    for (const api of [plane.api, ours.api]) await askAll(api);
    const real = async (): Promise<readonly object[]> => {
      const text = await readFile(plane.auditLog, 'utf8');
      return annotationsIn(
        text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Line),
      );
    };
    await waitFor(async () => (await real()).length === REQUESTS.length, { timeoutMs: 10_000 });
    expect(annotationsIn(written)).toEqual(await real());
  });
});
