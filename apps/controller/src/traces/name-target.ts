// A trace's target as conditions and Events name it.

import type { ApiResource } from '@rectrace/kube';
import { formatRef } from '@rectrace/kube';
import type { TraceTarget } from '@rectrace/trace-api';

/** 'Deployment/plain/web', with the namespace only where the kind has one. */
export function nameTarget({ kind, namespace, name }: TraceTarget, resource: ApiResource | undefined): string {
  return formatRef({ kind: resource?.kind ?? kind, namespace: resource?.namespaced === false ? '' : namespace, name });
}
