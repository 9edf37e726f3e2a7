// Pods for Windows, and what a pod for one system can't have of the other.
import type { FieldError } from '../field-error.ts';
import { forbiddenField, invalidValue } from '../field-error.ts';
import { fits, forbiddenIf, invalidAt } from '../validation/checks.ts';
import { dns1123Subdomain } from '../validation/name-rules.ts';
import type { Spot } from '../validation/spot.ts';
import { at, isSet, isTrue, itemsOf, textOf } from '../validation/spot.ts';

const MOST_SPEC_KIB = 64;
const MOST_DOMAIN = 256;
const MOST_USER = 104;
const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
const DNS_DOMAIN = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`);
const NETBIOS_DOMAIN = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;

export function windowsOptionErrors(options: Spot): readonly FieldError[] {
  if (!isSet(options)) return [];
  const [name, spec, user] = [at(options, 'gmsaCredentialSpecName'), at(options, 'gmsaCredentialSpec'), at(options, 'runAsUserName')];
  return [
    ...(isSet(name) ? fits(name, dns1123Subdomain) : []),
    ...(isSet(spec) ? fits(spec, specProblems) : []),
    ...(isSet(user) ? fits(user, userProblems) : []),
  ];
}

function specProblems(text: string): readonly string[] {
  if (text === '') return ['gmsaCredentialSpec cannot be an empty string'];
  return text.length > MOST_SPEC_KIB * 1024 ? [`gmsaCredentialSpec size must be under ${MOST_SPEC_KIB} KiB`] : [];
}

function userProblems(text: string): readonly string[] {
  if (text === '') return ['runAsUserName cannot be an empty string'];
  if ([...text].some((letter) => letter < ' ' || letter === '\u007f')) return ['runAsUserName cannot contain control characters'];
  const parts = text.split('\\');
  if (parts.length > 2) return ['runAsUserName cannot contain more than one backslash'];
  const [domain = '', user = text] = parts.length === 1 ? ['', text] : parts;
  return [...domainProblems(domain, parts.length > 1), ...nameProblems(user)];
}

function domainProblems(domain: string, given: boolean): readonly string[] {
  const shaped = NETBIOS_DOMAIN.test(domain) || DNS_DOMAIN.test(domain);
  return [
    ...(domain.length >= MOST_DOMAIN ? [`runAsUserName's Domain length must be under ${MOST_DOMAIN} characters`] : []),
    ...(given && !shaped ? ["runAsUserName's Domain doesn't match the NetBios nor the DNS format"] : []),
  ];
}

function nameProblems(user: string): readonly string[] {
  const start = "runAsUserName's User";
  return [
    ...(user === '' ? [`${start} cannot be empty`] : []),
    ...(user.length > MOST_USER ? [`${start} length must not be longer than ${MOST_USER} characters`] : []),
    ...(/^[. ]+$/.test(user) ? [`${start} cannot contain only periods or spaces`] : []),
    ...(/["/\\:;|=,+*?<>@[\]]/.test(user) ? [`${start} cannot contain the following characters: "/\\:;|=,+*?<>@[]`] : []),
  ];
}

/** Containers that are processes of their host: all of them, or none. */
export function hostProcessErrors(spec: Spot, containers: readonly Spot[]): readonly FieldError[] {
  const pod = hostProcess(spec);
  const told = containers.map((container) => ({ container, own: hostProcess(container) }));
  const mixed = told.filter(({ own }) => isSet(pod) && isSet(own) && pod.value !== own.value);
  const count = told.filter(({ own }) => (isSet(own) ? isTrue(own) : isTrue(pod))).length;
  const errors = mixed.map(({ own }) => invalidAt(own, `pod hostProcess value must be identical if both are specified, was ${pod.value}`));
  if (count === 0) return errors;
  const some = 'If pod contains any hostProcess containers then all containers must be HostProcess containers';
  const network = { ...at(spec, 'hostNetwork'), value: isTrue(at(spec, 'hostNetwork')) };
  return [
    ...errors,
    ...(count === containers.length ? [] : [invalidValue(spec.path, '', some)]),
    ...(network.value ? [] : [invalidAt(network, 'hostNetwork must be true if pod contains any hostProcess containers')]),
  ];
}

function hostProcess(holder: Spot): Spot {
  return at(at(at(holder, 'securityContext'), 'windowsOptions'), 'hostProcess');
}

const NOT_ON_WINDOWS = 'cannot be set for a windows pod';
const POD_FIELDS = [
  'appArmorProfile',
  'seLinuxOptions',
  'hostUsers',
  'hostPID',
  'hostIPC',
  'seccompProfile',
  'fsGroup',
  'fsGroupChangePolicy',
  'sysctls',
  'shareProcessNamespace',
  'runAsUser',
  'runAsGroup',
  'supplementalGroups',
  'supplementalGroupsPolicy',
  'seLinuxChangePolicy',
];
/** Of these the spec of the pod itself speaks. */
const SPEC_FIELDS = ['hostUsers', 'hostPID', 'hostIPC', 'shareProcessNamespace'];
const CONTAINER_FIELDS = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
];

export function systemErrors(spec: Spot, containers: readonly Spot[]): readonly FieldError[] {
  const os = textOf(at(at(spec, 'os'), 'name'));
  const contexts = containers.map((container) => at(container, 'securityContext'));
  if (os === 'linux') {
    const options = [at(spec, 'securityContext'), ...contexts].map((context) => at(context, 'windowsOptions')).filter(isSet);
    return options.map(({ path }) => forbiddenField(path, 'windows options cannot be set for a linux pod'));
  }
  if (os !== 'windows') return [];
  const pod = POD_FIELDS.map((key) => at(SPEC_FIELDS.includes(key) ? spec : at(spec, 'securityContext'), key));
  const own = contexts.flatMap((context) => CONTAINER_FIELDS.map((key) => at(context, key)));
  return [...pod, ...own].flatMap((place) => forbiddenIf(isGiven(place), place, NOT_ON_WINDOWS));
}

/** Where false is what stands there anyway. */
function isGiven(place: Spot): boolean {
  if (place.path.endsWith('.hostPID') || place.path.endsWith('.hostIPC')) return isTrue(place);
  return place.path.endsWith('.sysctls') ? itemsOf(place).length > 0 : isSet(place);
}
