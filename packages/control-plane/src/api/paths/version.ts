// The version that this server says it is: the level of Kubernetes it follows.
import type { JsonObject } from '@rectrace/kube';

export function versionInfo(): JsonObject {
  return {
    major: '1',
    minor: '35',
    emulationMajor: '1',
    emulationMinor: '35',
    minCompatibilityMajor: '1',
    minCompatibilityMinor: '34',
    gitVersion: 'v1.35.4',
    gitCommit: 'none',
    gitTreeState: 'clean',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: 'go1.26.8',
    compiler: 'gc',
    platform: 'linux/amd64',
  };
}
