// Host names of a cluster's Services.

export type ServiceName = { readonly namespace: string; readonly name: string };

const ZONE = '.cluster.local';

/** Whether the cluster alone answers for it, found or not. */
export function isClusterName(name: string): boolean {
  return name.endsWith(ZONE) || name === ZONE.slice(1) || !name.includes('.');
}

/** `web.default.svc.cluster.local`, also without its zone; undefined where it names no Service. */
export function serviceOf(name: string): ServiceName | undefined {
  const [service, namespace, kind, ...zone] = name.split('.');
  const whole = zone.length === 0 || `.${zone.join('.')}` === ZONE;
  return service && namespace && kind === 'svc' && whole ? { namespace, name: service } : undefined;
}
