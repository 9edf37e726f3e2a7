// Who upstream's controllers are to the API server and in Events: each its own ServiceAccount in kube-system, all one program.
import type { Controller } from './controller.ts';

const USER_AGENT = 'kube-controller-manager/v1.35.4 (linux/amd64)';

/** `account` is the name of the ServiceAccount, and of the component in Events: 'deployment-controller'. */
export function controllerIdentity(account: string): Pick<Controller, 'identity' | 'source'> {
  return {
    source: { component: account },
    identity: {
      user: {
        name: `system:serviceaccount:kube-system:${account}`,
        groups: ['system:serviceaccounts', 'system:serviceaccounts:kube-system', 'system:authenticated'],
      },
      userAgent: `${USER_AGENT} kubernetes/${account}`,
    },
  };
}
