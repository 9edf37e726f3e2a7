// What random stories apply: parts of objects that stay valid in every combination.
import fc from 'fast-check';
import type { Body } from '../cases/apply-bodies.ts';
import { LABELS } from '../cases/apply-bodies.ts';

const value = fc.constantFrom('1', '2', '3');

/** Some of the fields, each with a value of its own. */
function some(fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Body> {
  return fc.record(fields, { requiredKeys: [] });
}

function texts(...keys: readonly string[]): fc.Arbitrary<Body> {
  return some(Object.fromEntries(keys.map((key) => [key, value])));
}

function shuffled<Item>(items: readonly Item[]): fc.Arbitrary<Item[]> {
  return fc.shuffledSubarray([...items]);
}

/** Some of the items in any order, each with more fields. */
function items(named: readonly Body[], more: fc.Arbitrary<Body>): fc.Arbitrary<unknown[]> {
  return shuffled(named).chain((chosen) =>
    chosen.length === 0 ? fc.constant([]) : fc.tuple(...chosen.map((item) => more.map((fields) => ({ ...item, ...fields })))),
  );
}

const metadata = some({
  labels: texts('l', 'm', 'n'),
  annotations: texts('x', 'y'),
  finalizers: shuffled(['a.b/c', 'a.b/d', 'a.b/e']),
});

export const CONFIG_MAP_FIELDS: fc.Arbitrary<Body> = some({
  metadata,
  data: texts('a', 'b', 'c', 'd'),
  binaryData: some({ z: fc.constantFrom('YQ==', 'Yg==') }),
});

export const SERVICE_FIELDS: fc.Arbitrary<Body> = fc.record({
  metadata,
  spec: fc.record(
    {
      type: fc.constant('ExternalName'),
      externalName: fc.constantFrom('a.example.com', 'b.example.com'),
      ports: items(
        [
          { port: 80, name: 'a' },
          { port: 80, protocol: 'UDP', name: 'b' },
          { port: 81, protocol: 'TCP', name: 'c' },
          { port: 82, name: 'd' },
        ],
        some({ targetPort: fc.constantFrom<unknown>(8080, 'web'), appProtocol: fc.constantFrom('http', 'example.com/x') }),
      ),
      selector: texts('s', 't'),
      sessionAffinity: fc.constant('None'),
    },
    { requiredKeys: ['type', 'externalName'] },
  ),
});

const container = some({
  workingDir: fc.constantFrom('/a', '/b'),
  args: fc.constantFrom(['x'], ['x', 'y'], []),
  env: items([{ name: 'A' }, { name: 'B' }, { name: 'C' }], fc.record({ value })),
  resources: some({ limits: some({ cpu: fc.constantFrom('1', '1000m', '2'), memory: fc.constantFrom('1Gi', '1024Mi') }) }),
  stdin: fc.boolean(),
});

const PORTS = [{ containerPort: 80 }, { containerPort: 80, protocol: 'UDP' }, { containerPort: 81, protocol: 'TCP' }];

/** Of one container only: the same port of two gets a warning. */
function withPorts(containers: readonly unknown[]): fc.Arbitrary<unknown[]> {
  return shuffled(PORTS).map((ports) => containers.map((one) => ((one as Body)['name'] === 'a' ? { ...(one as Body), ports } : one)));
}

const pod = some({
  containers: items(
    [
      { name: 'a', image: 'a:1' },
      { name: 'b', image: 'b:1' },
      { name: 'c', image: 'c:1' },
    ],
    container,
  ).chain(withPorts),
  volumes: items(
    [
      { name: 'v', emptyDir: {} },
      { name: 'w', configMap: { name: 'm' } },
    ],
    fc.constant({}),
  ),
  nodeSelector: texts('n', 'o'),
  tolerations: fc.constantFrom([], [{ key: 'a', operator: 'Exists' }], [{ key: 'b', operator: 'Exists' }]),
  hostAliases: items(
    [
      { ip: '1.2.3.4', hostnames: ['x'] },
      { ip: '1.2.3.5', hostnames: ['y'] },
    ],
    fc.constant({}),
  ),
  imagePullSecrets: items([{ name: 's' }, { name: 't' }], fc.constant({})),
  terminationGracePeriodSeconds: fc.constantFrom(5, 10),
  dnsPolicy: fc.constantFrom('ClusterFirst', 'Default'),
});

export const DEPLOYMENT_FIELDS: fc.Arbitrary<Body> = fc.record({
  metadata,
  spec: some({
    replicas: fc.constantFrom(1, 2, 3),
    paused: fc.boolean(),
    minReadySeconds: fc.constantFrom(1, 2),
    template: some({ metadata: fc.record({ labels: texts('p', 'q').map((labels) => ({ ...LABELS, ...labels })) }), spec: pod }),
  }),
  status: some({ replicas: fc.constantFrom(1, 2), observedGeneration: fc.constantFrom(1, 2) }),
});

export const WIDGET_FIELDS: fc.Arbitrary<Body> = fc.record({
  metadata,
  spec: some({
    replicas: fc.constantFrom(1, 2),
    text: value,
    port: fc.constantFrom<unknown>(80, 'http'),
    plain: fc.constantFrom([], ['a'], ['a', 'b']),
    set: shuffled(['a', 'b', 'c']),
    numbers: shuffled([3, 1, 2]),
    parts: items(
      [{ name: 'a' }, { name: 'a', kind: 'side' }, { name: 'b', kind: 'main' }],
      some({ size: fc.constantFrom(1, 2), tags: texts('t', 'u') }),
    ),
    whole: texts('a', 'b'),
    map: texts('a', 'b'),
    free: some({
      deep: some({ a: value, list: fc.constantFrom([], [1], [{ b: 2 }]) }),
      other: fc.constantFrom<unknown>(1, null, true, {}),
    }),
    standard: value,
  }),
  status: some({ replicas: fc.constantFrom(1, 2), phase: value }),
});
