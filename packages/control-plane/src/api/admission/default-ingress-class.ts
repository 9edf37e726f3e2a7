// DefaultIngressClass: an Ingress that names no class gets the default one.
import { ensureChild } from '../draft.ts';
import { annotationsOf } from '../metadata.ts';
import type { AdmissionPlugin } from './admission-plugin.ts';
import { createdOf } from './concerns.ts';
import { defaultClassOf } from './default-class.ts';

const MARKS = ['ingressclass.kubernetes.io/is-default-class'];
const OLD_CLASS = 'kubernetes.io/ingress.class';

export const defaultIngressClass: AdmissionPlugin = {
  name: 'DefaultIngressClass',
  mutate: (request, view) => {
    const ingress = createdOf(request, 'ingresses.networking.k8s.io');
    if (ingress === undefined) return;
    const spec = ensureChild(ingress, 'spec');
    if (typeof spec['ingressClassName'] === 'string' || annotationsOf(ingress)[OLD_CLASS] !== undefined) return;
    const name = defaultClassOf(view.list('ingressclasses.networking.k8s.io', ''), MARKS);
    if (name !== undefined) spec['ingressClassName'] = name;
  },
};
