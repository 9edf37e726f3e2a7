// Ingress and IngressClass: which host and path leads to which Service, and who sees to it.
import type { JsonObject } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { forbiddenField, invalidValue, notSupported, quoting, required, tooLong } from '../../field-error.ts';
import { annotationsOf } from '../../metadata.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { fits, fitsIfSet, invalidIf, neededAndFits, portNumber } from '../../validation/checks.ts';
import { domainPathErrors } from '../../validation/domain-path.ts';
import { internalForm } from '../../validation/internal-form.ts';
import { ipErrors, looseIp } from '../../validation/ip-checks.ts';
import { loadBalancerWarnings } from '../../validation/load-balancer-warnings.ts';
import { dns1035Label, dns1123Label, dns1123Subdomain, pathSegmentName, portName, wildcardSubdomain } from '../../validation/name-rules.ts';
import { immutable, validateObjectMeta } from '../../validation/object-meta.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, isSet, itemsOf, numberOf, spot, textAt, textOf } from '../../validation/spot.ts';
import { checkedBy } from '../checked-by.ts';

const CLASS_ANNOTATION = 'kubernetes.io/ingress.class';
const MOST_CONTROLLER = 250;
const PATH_TYPES = ['Exact', 'ImplementationSpecific', 'Prefix'];
const BAD_PARTS = ['//', '/./', '/../', '%2f', '%2F'];
const BAD_ENDS = ['/..', '/.'];

export function ingressStrategy(base: ResourceStrategy): ResourceStrategy {
  const meta = { namespaced: true, nameRule: base.nameRule, strictFinalizers: base.strictFinalizers };
  return checkedBy(base, {
    warnings: (ingress, old) => (old === undefined ? annotationWarnings(ingress) : []),
    errors: (ingress) => [...specErrors(ingress, { anySecret: false, anyWildcard: false }), ...annotationErrors(ingress)],
    update: (ingress, old) => [...validateObjectMeta(ingress, meta), ...specErrors(ingress, leniency(old))],
    status: statusErrors,
    statusWarnings: loadBalancerWarnings,
  });
}

function annotationWarnings(ingress: JsonObject): readonly string[] {
  const alone = annotationsOf(ingress)[CLASS_ANNOTATION] !== undefined && !isSet(at(at(spot(ingress), 'spec'), 'ingressClassName'));
  return alone ? [`annotation ${JSON.stringify(CLASS_ANNOTATION)} is deprecated, please use 'spec.ingressClassName' instead`] : [];
}

/** What an old Ingress has wrong already may stay so. */
type Leniency = { readonly anySecret: boolean; readonly anyWildcard: boolean };

function leniency(old: JsonObject): Leniency {
  const spec = at(spot(old), 'spec');
  const wild = itemsOf(at(spec, 'rules')).filter((rule) => textAt(rule, 'host').includes('*'));
  return {
    anySecret: itemsOf(at(spec, 'tls')).some((tls) => fitsIfSet(at(tls, 'secretName'), dns1123Subdomain).length > 0),
    anyWildcard: wild.some((rule) => httpErrors(at(rule, 'http')).length > 0),
  };
}

function annotationErrors(ingress: JsonObject): readonly FieldError[] {
  const own = annotationsOf(ingress)[CLASS_ANNOTATION];
  const name = at(at(spot(ingress), 'spec'), 'ingressClassName');
  if (own === undefined || !isSet(name) || own === textOf(name)) return [];
  return [invalidValue(`annotations.${CLASS_ANNOTATION}`, own, 'must match `ingressClassName` when both are specified')];
}

function specErrors(ingress: JsonObject, lenient: Leniency): readonly FieldError[] {
  const spec = at(spot(ingress), 'spec');
  const [backend, rules, name] = [at(spec, 'defaultBackend'), at(spec, 'rules'), at(spec, 'ingressClassName')];
  const empty = itemsOf(rules).length === 0 && !isSet(backend);
  const shown = internalForm(rules.value, '[]networking.IngressRule');
  return [
    ...(empty ? [quoting(invalidValue(spec.path, shown, 'either `defaultBackend` or `rules` must be specified'), rules.path)] : []),
    ...(isSet(backend) ? backendErrors(backend) : []),
    ...itemsOf(rules).flatMap((rule) => ruleErrors(rule, lenient)),
    ...itemsOf(at(spec, 'tls')).flatMap((tls) => tlsErrors(tls, lenient)),
    ...(isSet(name) ? fits(name, dns1123Subdomain) : []),
  ];
}

function hostErrors(host: Spot): readonly FieldError[] {
  return fits(host, textOf(host).includes('*') ? wildcardSubdomain : dns1123Subdomain);
}

function ruleErrors(rule: Spot, { anyWildcard }: Leniency): readonly FieldError[] {
  const host = at(rule, 'host');
  const address = looseIp(textOf(host)) !== undefined;
  const lifted = anyWildcard && textOf(host).includes('*');
  return [
    ...invalidIf(address, host, 'must be a DNS name, not an IP address'),
    ...(textOf(host) === '' ? [] : hostErrors(host)),
    ...(lifted ? [] : httpErrors(at(rule, 'http'))),
  ];
}

function tlsErrors(tls: Spot, { anySecret }: Leniency): readonly FieldError[] {
  return [...itemsOf(at(tls, 'hosts')).flatMap(hostErrors), ...(anySecret ? [] : fitsIfSet(at(tls, 'secretName'), dns1123Subdomain))];
}

function httpErrors(http: Spot): readonly FieldError[] {
  if (!isSet(http)) return [];
  const paths = at(http, 'paths');
  return [...(itemsOf(paths).length === 0 ? [required(paths.path)] : []), ...itemsOf(paths).flatMap(pathErrors)];
}

function pathErrors(path: Spot): readonly FieldError[] {
  const type = at(path, 'pathType');
  if (!isSet(type)) return [required(type.path, 'pathType must be specified')];
  return [...textErrors(at(path, 'path'), type), ...backendErrors(at(path, 'backend'))];
}

function textErrors(path: Spot, type: Spot): readonly FieldError[] {
  const text = textOf(path);
  const shown = { ...path, value: text };
  const relative = invalidIf(!text.startsWith('/'), shown, 'must be an absolute path');
  switch (textOf(type)) {
    case 'Exact':
    case 'Prefix':
      return [
        ...relative,
        ...BAD_PARTS.flatMap((part) => invalidIf(text.includes(part), shown, `must not contain '${part}'`)),
        ...BAD_ENDS.flatMap((end) => invalidIf(text.endsWith(end), shown, `cannot end with '${end}'`)),
      ];
    case 'ImplementationSpecific':
      return text === '' ? [] : relative;
    default:
      return [notSupported(type.path, textOf(type), PATH_TYPES)];
  }
}

function backendErrors(backend: Spot): readonly FieldError[] {
  const [service, resource] = [at(backend, 'service'), at(backend, 'resource')];
  if (isSet(service) && isSet(resource)) return [invalidValue(backend.path, '', 'cannot set both resource and service backends')];
  if (isSet(resource)) return referenceErrors(resource);
  if (!isSet(service)) return [invalidValue(backend.path, '', 'resource or service backend is required')];
  return [...neededAndFits(at(service, 'name'), dns1035Label), ...portErrors(at(service, 'port'), backend)];
}

function portErrors(port: Spot, backend: Spot): readonly FieldError[] {
  const [name, number] = [at(port, 'name'), at(port, 'number')];
  const numbered = (numberOf(number) ?? 0) !== 0;
  if (textOf(name) !== '' && numbered) return [invalidValue(backend.path, '', 'cannot set both port name & port number')];
  if (textOf(name) !== '') return fits(name, portName);
  return numbered ? portNumber(number) : [required(backend.path, 'port name or number is required')];
}

function referenceErrors(reference: Spot): readonly FieldError[] {
  const group = at(reference, 'apiGroup');
  return [
    ...(isSet(group) ? fits(group, dns1123Subdomain) : []),
    ...['kind', 'name'].flatMap((key) => neededAndFits(at(reference, key), pathSegmentName)),
  ];
}

function statusErrors(ingress: JsonObject, old: JsonObject): readonly FieldError[] {
  const list = (from: JsonObject): readonly Spot[] => itemsOf(at(at(at(spot(from), 'status'), 'loadBalancer'), 'ingress'));
  const known = list(old).map((entry) => textAt(entry, 'ip'));
  return list(ingress).flatMap((entry) => {
    const [ip, host] = [at(entry, 'ip'), at(entry, 'hostname')];
    return [...(textOf(ip) === '' ? [] : ipErrors(ip, known)), ...balancerHostErrors(host)];
  });
}

/** Of a load balancer's name. */
export function balancerHostErrors(host: Spot): readonly FieldError[] {
  return [
    ...fitsIfSet(host, dns1123Subdomain),
    ...invalidIf(looseIp(textOf(host)) !== undefined, host, 'must be a DNS name, not an IP address'),
  ];
}

export function ingressClassStrategy(base: ResourceStrategy): ResourceStrategy {
  return {
    ...base,
    validate: classErrors,
    validateUpdate: (ingressClass, old) =>
      immutable('spec.controller', controllerOf(ingressClass).value ?? '', controllerOf(old).value ?? ''),
  };
}

function controllerOf(ingressClass: JsonObject): Spot {
  return at(at(spot(ingressClass), 'spec'), 'controller');
}

function classErrors(ingressClass: JsonObject): readonly FieldError[] {
  const controller = controllerOf(ingressClass);
  const parameters = at(at(spot(ingressClass), 'spec'), 'parameters');
  return [
    ...(textOf(controller).length > MOST_CONTROLLER ? [tooLong(controller.path, MOST_CONTROLLER)] : []),
    ...domainPathErrors(controller),
    ...(isSet(parameters) ? [...referenceErrors(parameters), ...scopeErrors(parameters)] : []),
  ];
}

function scopeErrors(parameters: Spot): readonly FieldError[] {
  const [scope, namespace] = [at(parameters, 'scope'), at(parameters, 'namespace')];
  if (!isSet(scope)) return [required(scope.path)];
  switch (textOf(scope)) {
    case 'Namespace':
      return isSet(namespace) ? fits(namespace, dns1123Label) : [required(namespace.path, "`parameters.scope` is set to 'Namespace'")];
    case 'Cluster':
      return isSet(namespace) ? [forbiddenField(namespace.path, "`parameters.scope` is set to 'Cluster'")] : [];
    default:
      return [notSupported(scope.path, textOf(scope), ['Cluster', 'Namespace'])];
  }
}
