import { expect, test } from 'vitest';
import { spot } from '../validation/spot.ts';
import { podWarnings } from './pod-warnings.ts';

const container = (fields: object): object => ({ spec: { containers: [{ name: 'c', ...fields }] } });
const ports = (...list: readonly object[]): object => container({ ports: list });

test.each([
  [
    'bytes that are not whole',
    container({ resources: { requests: { memory: '100m' } } }),
    'spec.containers[0].resources.requests[memory]: fractional byte value "100m" is invalid, must be an integer',
  ],
  [
    'a variable that hides another',
    container({
      env: [
        { name: 'A', value: '1' },
        { name: 'A', value: '2' },
      ],
    }),
    'spec.containers[0].env[1]: hides previous definition of "A", which may be dropped when using apply',
  ],
  [
    'a port that stands twice',
    ports({ containerPort: 80, protocol: 'TCP' }, { containerPort: 80, protocol: 'TCP' }),
    'spec.containers[0].ports[1]: duplicate port definition with spec.containers[0].ports[0]',
  ],
  [
    'an old label of nodes',
    { spec: { nodeSelector: { 'beta.kubernetes.io/os': 'linux' } } },
    'spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
  ],
  [
    'an affinity to nothing',
    { spec: { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'a' }] } } } },
    'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector: a null labelSelector results in matching no pod',
  ],
  [
    'a negative grace',
    { spec: { terminationGracePeriodSeconds: -1 } },
    /must be >= 0; negative values are invalid and will be treated as 1$/,
  ],
])('a client is warned of %s', (_title, pod, expected) => {
  const warnings = podWarnings(spot(JSON.parse(JSON.stringify(pod))));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(expected);
});

test('a variable that builds on the one before is fine', () => {
  const env = [
    { name: 'A', value: '1' },
    { name: 'A', value: '$(A)2' },
  ];
  expect(podWarnings(spot({ spec: { containers: [{ name: 'c', env }] } }))).toEqual([]);
});
