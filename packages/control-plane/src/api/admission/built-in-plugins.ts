// The admission plugins of every control plane, in the order in which they run. Only a list.
import type { Authorizer } from '../authorization/authorizer.ts';
import type { AdmissionPlugin } from './admission-plugin.ts';
import { closingDefinitions } from './closing-definitions.ts';
import { namespaceLifecycle } from './namespace-lifecycle.ts';
import { rbacEscalation } from './rbac-escalation.ts';

export function builtInPlugins({ authorizer }: { readonly authorizer: Authorizer }): readonly AdmissionPlugin[] {
  return [closingDefinitions, namespaceLifecycle, rbacEscalation(authorizer)];
}
