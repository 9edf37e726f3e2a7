// The checks of the baseline level: what gives a pod known ways to more rights.
import type { JsonObject } from '@rectrace/kube';
import { listAt, stringAt, valueAt } from '@rectrace/kube';
import { childrenOf } from '../../draft.ts';
import { numberAt } from '../../metadata.ts';
import type { CheckedPod, CheckPod, Finding, PodSecurityCheck } from './pod-check.ts';
import {
  containersOf,
  containersWhere,
  joinQuoted,
  namedContainers,
  plural,
  securityField,
  setters,
  sortedTexts,
  unlessInUserNamespace,
} from './pod-check.ts';

const APP_ARMOR = 'container.apparmor.security.beta.kubernetes.io/';
const APP_ARMOR_PROFILES = ['RuntimeDefault', 'Localhost'];

const appArmor: CheckPod = (pod) => {
  const isBad = (owner: JsonObject): boolean => isOther(appArmorOf(owner), APP_ARMOR_PROFILES);
  const containers = containersWhere(pod, isBad);
  const annotations = Object.entries(pod.annotations).filter(([key, value]) => key.startsWith(APP_ARMOR) && !isAppArmorName(value));
  const who = [
    setters(isBad(pod.spec), containers),
    ...(annotations.length === 0 ? [] : [plural('annotation', annotations.length)]),
  ].filter((text) => text !== '');
  if (who.length === 0) return undefined;
  const types = [pod.spec, ...containersOf(pod)].filter(isBad).map((owner) => appArmorOf(owner) ?? '');
  const values = [...sortedTexts(types), ...sortedTexts(annotations.map(([key, value]) => `${key}=${JSON.stringify(value)}`))];
  return {
    reason: plural('forbidden AppArmor profile', values.length),
    detail: `${who.join(' and ')} must not set AppArmor profile type to ${joinQuoted(values)}`,
  };
};

/** Undefined where there is no profile. */
function appArmorOf(owner: JsonObject): string | undefined {
  const profile = securityField(owner, 'appArmorProfile');
  return profile === undefined ? undefined : (stringAt(profile, ['type']) ?? '');
}

function isOther(value: string | undefined, allowed: readonly string[]): boolean {
  return value !== undefined && !allowed.includes(value);
}

function isAppArmorName(value: string): boolean {
  return value === '' || value === 'runtime/default' || value.startsWith('localhost/');
}

const DEFAULT_CAPABILITIES = [
  ...['AUDIT_WRITE', 'CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'MKNOD', 'NET_BIND_SERVICE', 'SETFCAP', 'SETGID'],
  ...['SETPCAP', 'SETUID', 'SYS_CHROOT'],
];

const capabilities: CheckPod = (pod) => {
  const added = (container: JsonObject): readonly string[] =>
    capabilitiesAdded(container).filter((name) => !DEFAULT_CAPABILITIES.includes(name));
  const containers = containersWhere(pod, (container) => added(container).length > 0);
  if (containers.length === 0) return undefined;
  const names = joinQuoted(sortedTexts(containersOf(pod).flatMap(added)));
  return {
    reason: 'non-default capabilities',
    detail: `${namedContainers(containers)} must not include ${names} in securityContext.capabilities.add`,
  };
};

export function capabilitiesAdded(container: JsonObject): readonly string[] {
  return listAt(container, ['securityContext', 'capabilities', 'add']).map(String);
}

const hostNamespaces: CheckPod = ({ spec }) => {
  const shared = ['hostNetwork', 'hostPID', 'hostIPC'].filter((field) => spec[field] === true).map((field) => `${field}=true`);
  return shared.length === 0 ? undefined : { reason: 'host namespaces', detail: shared.join(', ') };
};

const hostPaths: CheckPod = ({ spec }) => {
  const volumes = childrenOf(spec, 'volumes')
    .filter((volume) => volume['hostPath'] !== undefined)
    .map((volume) => stringAt(volume, ['name']) ?? '');
  if (volumes.length === 0) return undefined;
  return { reason: 'hostPath volumes', detail: `${plural('volume', volumes.length)} ${joinQuoted(volumes)}` };
};

const hostPorts: CheckPod = (pod) => {
  const portsOf = (container: JsonObject): readonly string[] =>
    childrenOf(container, 'ports')
      .map((port) => numberAt(port, ['hostPort']) ?? 0)
      .filter((port) => port !== 0)
      .map(String);
  const containers = containersWhere(pod, (container) => portsOf(container).length > 0);
  const ports = sortedTexts(containersOf(pod).flatMap(portsOf));
  return using('hostPort', { containers, what: `${plural('hostPort', ports.length)} ${ports.join(', ')}` });
};

const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'];
const HANDLERS = [...PROBES.map((probe) => [probe]), ['lifecycle', 'postStart'], ['lifecycle', 'preStop']];

const probeHosts: CheckPod = (pod) => {
  const hostsOf = (container: JsonObject): readonly string[] =>
    HANDLERS.flatMap((path) => ['httpGet', 'tcpSocket'].map((kind) => stringAt(container, [...path, kind, 'host']) ?? '')).filter(
      (host) => host !== '',
    );
  const containers = sortedTexts(containersWhere(pod, (container) => hostsOf(container).length > 0));
  const hosts = sortedTexts(containersOf(pod).flatMap(hostsOf));
  const reason = 'probe or lifecycle host';
  return using(reason, { containers, what: `${plural(reason, hosts.length)} ${joinQuoted(hosts)}` });
};

type Use = { readonly containers: readonly string[]; readonly what: string };

function using(reason: string, { containers, what }: Use): Finding | undefined {
  if (containers.length === 0) return undefined;
  return { reason, detail: `${namedContainers(containers)} ${containers.length === 1 ? 'uses' : 'use'} ${what}` };
}

const privileged: CheckPod = (pod) => {
  const containers = containersWhere(pod, (container) => securityField(container, 'privileged') === true);
  if (containers.length === 0) return undefined;
  return { reason: 'privileged', detail: `${namedContainers(containers)} must not set securityContext.privileged=true` };
};

export const procMount: CheckPod = (pod) => {
  const otherOf = (container: JsonObject): readonly string[] => {
    const mount = securityField(container, 'procMount');
    return typeof mount === 'string' && mount !== 'Default' ? [mount] : [];
  };
  const containers = containersWhere(pod, (container) => otherOf(container).length > 0);
  if (containers.length === 0) return undefined;
  const mounts = joinQuoted(sortedTexts(containersOf(pod).flatMap(otherOf)));
  return { reason: 'procMount', detail: `${namedContainers(containers)} must not set securityContext.procMount to ${mounts}` };
};

const SE_LINUX_TYPES = ['', 'container_t', 'container_init_t', 'container_kvm_t'];

function seLinux(types: readonly string[]): CheckPod {
  return (pod) => {
    const problems = [pod.spec, ...containersOf(pod)].map((owner) => seLinuxProblems(owner, types));
    const [own = NO_PROBLEMS, ...others] = problems;
    const containers = containersOf(pod)
      .filter((_container, index) => hasProblems(others[index] ?? NO_PROBLEMS))
      .map((container) => stringAt(container, ['name']) ?? '');
    if (!problems.some(hasProblems)) return undefined;
    const bad = sortedTexts(problems.flatMap(({ type }) => (type === undefined ? [] : [type])));
    const data = [
      ...(bad.length === 0 ? [] : [`${plural('type', bad.length)} ${joinQuoted(bad)}`]),
      ...(problems.some(({ user }) => user) ? ['user may not be set'] : []),
      ...(problems.some(({ role }) => role) ? ['role may not be set'] : []),
    ];
    const who = setters(hasProblems(own), containers);
    return { reason: 'seLinuxOptions', detail: `${who} set forbidden securityContext.seLinuxOptions: ${data.join('; ')}` };
  };
}

type SeLinuxProblems = { readonly type: string | undefined; readonly user: boolean; readonly role: boolean };

const NO_PROBLEMS: SeLinuxProblems = { type: undefined, user: false, role: false };

function seLinuxProblems(owner: JsonObject, types: readonly string[]): SeLinuxProblems {
  const options = securityField(owner, 'seLinuxOptions');
  if (options === undefined) return NO_PROBLEMS;
  const text = (key: string): string => stringAt(options, [key]) ?? '';
  return { type: types.includes(text('type')) ? undefined : text('type'), user: text('user') !== '', role: text('role') !== '' };
}

function hasProblems({ type, user, role }: SeLinuxProblems): boolean {
  return type !== undefined || user || role;
}

const SECCOMP = 'seccomp.security.alpha.kubernetes.io/pod';
const CONTAINER_SECCOMP = 'container.seccomp.security.alpha.kubernetes.io/';
const SECCOMP_PROFILES = ['RuntimeDefault', 'Localhost'];

/** Before there were fields, annotations said it. */
const seccompAnnotations: CheckPod = (pod) => {
  const keys = [SECCOMP, ...containersOf(pod).map((container) => `${CONTAINER_SECCOMP}${stringAt(container, ['name']) ?? ''}`)];
  const forbidden = sortedTexts(
    keys.flatMap((key) => {
      const value = pod.annotations[key];
      return value === undefined || isSeccompName(value) ? [] : [`${key}=${JSON.stringify(value)}`];
    }),
  );
  if (forbidden.length === 0) return undefined;
  return { reason: 'seccompProfile', detail: `forbidden ${plural('annotation', forbidden.length)} ${forbidden.join(', ')}` };
};

function isSeccompName(value: string): boolean {
  return value === 'runtime/default' || value === 'docker/default' || value.startsWith('localhost/');
}

/** The profile that a pod or container names; undefined where it names none. */
export function seccompOf(owner: JsonObject): string | undefined {
  const profile = securityField(owner, 'seccompProfile');
  return profile === undefined ? undefined : (stringAt(profile, ['type']) ?? '');
}

export function isForbiddenSeccomp(owner: JsonObject): boolean {
  return isOther(seccompOf(owner), SECCOMP_PROFILES);
}

/** Profiles that are named and may not be. */
export const seccomp: CheckPod = (pod) => {
  const who = setters(isForbiddenSeccomp(pod.spec), containersWhere(pod, isForbiddenSeccomp));
  if (who === '') return undefined;
  const owners = [pod.spec, ...containersOf(pod)].filter(isForbiddenSeccomp);
  const values = joinQuoted(sortedTexts(owners.map((owner) => seccompOf(owner) ?? '')));
  return { reason: 'seccompProfile', detail: `${who} must not set securityContext.seccompProfile.type to ${values}` };
};

const SYSCTLS = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
];
const SYSCTLS_27 = [...SYSCTLS, 'net.ipv4.ip_local_reserved_ports'];
const SYSCTLS_29 = [
  ...SYSCTLS_27,
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
];
const SYSCTLS_32 = [...SYSCTLS_29, 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem'];

function sysctls(allowed: readonly string[]): CheckPod {
  return ({ spec }) => {
    const names = listAt(spec, ['securityContext', 'sysctls']).map((sysctl) => stringAt(sysctl, ['name']) ?? '');
    const forbidden = names.filter((name) => !allowed.includes(name));
    return forbidden.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: forbidden.join(', ') };
  };
}

const windowsHostProcess: CheckPod = (pod: CheckedPod) => {
  const isHost = (owner: JsonObject): boolean => valueAt(owner, ['securityContext', 'windowsOptions', 'hostProcess']) === true;
  const who = setters(isHost(pod.spec), containersWhere(pod, isHost));
  return who === '' ? undefined : { reason: 'hostProcess', detail: `${who} must not set securityContext.windowsOptions.hostProcess=true` };
};

function always(id: string, check: CheckPod): PodSecurityCheck {
  return { id, versions: [{ since: 0, check }] };
}

export const BASELINE_CHECKS: readonly PodSecurityCheck[] = [
  always('appArmorProfile', appArmor),
  always('capabilities_baseline', capabilities),
  always('hostNamespaces', hostNamespaces),
  always('hostPathVolumes', hostPaths),
  always('hostPorts', hostPorts),
  { id: 'hostProbesAndHostLifecycle', versions: [{ since: 34, check: probeHosts }] },
  always('privileged', privileged),
  {
    id: 'procMount',
    versions: [
      { since: 0, check: procMount },
      { since: 35, check: unlessInUserNamespace(procMount) },
    ],
  },
  {
    id: 'seLinuxOptions',
    versions: [
      { since: 0, check: seLinux(SE_LINUX_TYPES) },
      { since: 31, check: seLinux([...SE_LINUX_TYPES, 'container_engine_t']) },
    ],
  },
  {
    id: 'seccompProfile_baseline',
    versions: [
      { since: 0, check: seccompAnnotations },
      { since: 19, check: seccomp },
    ],
  },
  {
    id: 'sysctls',
    versions: [
      { since: 0, check: sysctls(SYSCTLS) },
      { since: 27, check: sysctls(SYSCTLS_27) },
      { since: 29, check: sysctls(SYSCTLS_29) },
      { since: 32, check: sysctls(SYSCTLS_32) },
    ],
  },
  always('windowsHostProcess', windowsHostProcess),
];
