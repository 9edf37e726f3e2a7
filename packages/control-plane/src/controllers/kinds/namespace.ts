// Namespaces, as far as controllers read them.
import type { KubeObject } from '@rectrace/kube';
import { resourceOf } from '../runtime/resource.ts';

export type Namespace = KubeObject & { readonly status?: { readonly phase?: 'Active' | 'Terminating' } };

export const NAMESPACES = resourceOf<Namespace>({ apiVersion: 'v1', kind: 'Namespace', plural: 'namespaces', namespaced: false });
