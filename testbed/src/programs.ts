// The programs of the testbed: which Go module pins each, and how it is built.
import { fileURLToPath } from 'node:url';

/** The folder of the workspace: go.mod, stages and the two smaller modules lie here. */
export const TESTBED_FOLDER = fileURLToPath(new URL('..', import.meta.url));

export const PROGRAM_NAMES = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubectl', 'kwok'] as const;

export type ProgramName = (typeof PROGRAM_NAMES)[number];

/** Path of each program's executable. */
export type Programs = Readonly<Record<ProgramName, string>>;

/** The Kubernetes release that `/version` of the API server names; testbed/go.mod pins the same. */
const KUBERNETES_VERSION = 'v1.35.4';

/** One Go module of the testbed and what is built from it, folder relative to {@link TESTBED_FOLDER}. */
export interface GoModule {
  readonly folder: string;
  readonly packages: Readonly<Partial<Record<ProgramName, string>>>;
}

/** Three modules, so that each program gets the dependency versions that its own release was made with. */
export const GO_MODULES: readonly GoModule[] = [
  {
    folder: '.',
    packages: {
      'kube-apiserver': 'k8s.io/kubernetes/cmd/kube-apiserver',
      'kube-controller-manager': 'k8s.io/kubernetes/cmd/kube-controller-manager',
      'kube-scheduler': 'k8s.io/kubernetes/cmd/kube-scheduler',
      kubectl: 'k8s.io/kubernetes/cmd/kubectl',
    },
  },
  { folder: 'etcd', packages: { etcd: 'go.etcd.io/etcd/server/v3' } },
  { folder: 'kwok', packages: { kwok: 'sigs.k8s.io/kwok/cmd/kwok' } },
];

/** Link flags: the version that a Kubernetes program reports, and no symbol tables. */
export function linkFlags(): string {
  const [major, minor] = KUBERNETES_VERSION.slice(1).split('.');
  const variables = {
    gitVersion: KUBERNETES_VERSION,
    gitMajor: major,
    gitMinor: minor,
    gitCommit: 'none',
    gitTreeState: 'clean',
    buildDate: '1970-01-01T00:00:00Z',
  };
  const settings = Object.entries(variables).flatMap(([name, value]) =>
    ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'].map((path) => `-X ${path}.${name}=${value}`),
  );
  return ['-s', '-w', ...settings].join(' ');
}
