// securityContext of pods and of containers.
import type { FieldError } from '../field-error.ts';
import { duplicate, forbiddenField, invalidValue, notSupported, required, tooLong } from '../field-error.ts';
import { forbiddenIf, idNumber, invalidAt, invalidIf, oneOf } from '../validation/checks.ts';
import { internalForm } from '../validation/internal-form.ts';
import type { Spot } from '../validation/spot.ts';
import { at, isSet, isTrue, itemsOf, textOf } from '../validation/spot.ts';
import { descendingPath } from './paths.ts';
import { windowsOptionErrors } from './windows-options.ts';

const PROFILE_TYPES = ['Localhost', 'RuntimeDefault', 'Unconfined'];
const MOST_PATH = 4095;
const MOST_SYSCTL = 253;
const SEGMENT = '[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const SYSCTL = `^(${SEGMENT}[\\./])*${SEGMENT}$`;
const SYSCTL_SHAPE = new RegExp(SYSCTL);

/** `spec`: of the pod. */
export function podSecurityErrors(spec: Spot): readonly FieldError[] {
  const context = at(spec, 'securityContext');
  if (!isSet(context)) return [];
  const host = { pid: isTrue(at(spec, 'hostPID')), network: isTrue(at(spec, 'hostNetwork')), ipc: isTrue(at(spec, 'hostIPC')) };
  const shared = { value: at(spec, 'shareProcessNamespace').value, path: `${context.path}.shareProcessNamespace` };
  return [
    ...['fsGroup', 'runAsUser', 'runAsGroup'].flatMap((key) => idNumber(at(context, key))),
    ...itemsOf(at(context, 'supplementalGroups')).flatMap(idNumber),
    ...invalidIf(host.pid && isTrue(shared), shared, 'ShareProcessNamespace and HostPID cannot both be enabled'),
    ...sysctlErrors(at(context, 'sysctls'), host),
    ...oneOf(at(context, 'fsGroupChangePolicy'), ['Always', 'OnRootMismatch']),
    ...seccompErrors(at(context, 'seccompProfile')),
    ...windowsOptionErrors(at(context, 'windowsOptions')),
    ...appArmorErrors(at(context, 'appArmorProfile')),
    ...oneOf(at(context, 'supplementalGroupsPolicy'), ['Merge', 'Strict']),
    ...oneOf(at(context, 'seLinuxChangePolicy'), ['MountOption', 'Recursive']),
  ];
}

type Host = { readonly network: boolean; readonly ipc: boolean };

function sysctlErrors(sysctls: Spot, host: Host): readonly FieldError[] {
  const names = new Set<string>();
  return itemsOf(sysctls).flatMap((sysctl) => {
    const name = at(sysctl, 'name');
    const text = textOf(name);
    const again = names.has(text);
    names.add(text);
    return [...sysctlNameErrors(name, again), ...hostSysctlErrors(name, host)];
  });
}

function sysctlNameErrors(name: Spot, again: boolean): readonly FieldError[] {
  const text = textOf(name);
  if (text === '') return [required(name.path)];
  if (text.length > MOST_SYSCTL || !SYSCTL_SHAPE.test(text)) {
    return [invalidAt(name, `must have at most ${MOST_SYSCTL} characters and match regex ${SYSCTL}`)];
  }
  return again ? [duplicate(name.path, text)] : [];
}

const IPC_NAMES = ['kernel.sem'];
const IPC_PREFIXES = ['kernel.shm', 'kernel.msg', 'fs.mqueue.'];

function hostSysctlErrors(name: Spot, { network, ipc }: Host): readonly FieldError[] {
  const text = textOf(name).replaceAll('/', '.');
  const isIpc = IPC_NAMES.includes(text) || IPC_PREFIXES.some((prefix) => text.startsWith(prefix));
  if (network && text.startsWith('net.')) return [invalidAt(name, "may not be specified when 'hostNetwork' is true")];
  return invalidIf(ipc && isIpc, name, "may not be specified when 'hostIPC' is true");
}

function seccompErrors(profile: Spot): readonly FieldError[] {
  if (!isSet(profile)) return [];
  const [type, path] = [at(profile, 'type'), at(profile, 'localhostProfile')];
  const typed = textOf(type) === '' ? [required(type.path, 'type is required when seccompProfile is set')] : oneOf(type, PROFILE_TYPES);
  if (textOf(type) === 'Localhost') {
    return isSet(path) ? descendingPath(path) : [required(path.path, 'must be set when seccomp type is Localhost')];
  }
  return isSet(path) ? [...typed, invalidValue(path.path, profile.value ?? null, 'can only be set when seccomp type is Localhost')] : typed;
}

function appArmorErrors(profile: Spot): readonly FieldError[] {
  if (!isSet(profile)) return [];
  const [type, path] = [at(profile, 'type'), at(profile, 'localhostProfile')];
  switch (textOf(type)) {
    case 'Localhost':
      return appArmorPathErrors(path);
    case 'RuntimeDefault':
    case 'Unconfined':
      return isSet(path) ? [invalidAt(path, 'can only be set when AppArmor type is Localhost')] : [];
    case '':
      return [required(type.path, 'type is required when appArmorProfile is set')];
    default:
      return [notSupported(type.path, textOf(type), PROFILE_TYPES)];
  }
}

function appArmorPathErrors(path: Spot): readonly FieldError[] {
  const missing = required(path.path, 'must be set when AppArmor type is Localhost');
  const text = textOf(path);
  if (!isSet(path)) return [missing];
  return [
    ...invalidIf(text.trim() !== text, path, 'must not be padded with whitespace'),
    ...(text === '' ? [missing] : []),
    ...(text.length > MOST_PATH ? [tooLong(path.path, MOST_PATH)] : []),
  ];
}

/** `hostUsers`: the pod uses the users of its host. */
export function containerSecurityErrors(context: Spot, { hostUsers }: { readonly hostUsers: boolean }): readonly FieldError[] {
  if (!isSet(context)) return [];
  const proc = at(context, 'procMount');
  return [
    ...['runAsUser', 'runAsGroup'].flatMap((key) => idNumber(at(context, key))),
    ...oneOf(proc, ['Default', 'Unmasked']),
    ...invalidIf(hostUsers && textOf(proc) === 'Unmasked', proc, '`hostUsers` must be false to use `Unmasked`'),
    ...seccompErrors(at(context, 'seccompProfile')),
    ...escalationErrors(context),
    ...windowsOptionErrors(at(context, 'windowsOptions')),
    ...appArmorErrors(at(context, 'appArmorProfile')),
  ];
}

function escalationErrors(context: Spot): readonly FieldError[] {
  if (at(context, 'allowPrivilegeEscalation').value !== false) return [];
  const start = 'cannot set `allowPrivilegeEscalation` to false and ';
  const admins = itemsOf(at(at(context, 'capabilities'), 'add')).filter((capability) => textOf(capability) === 'CAP_SYS_ADMIN');
  const shown = { value: internalForm(context.value, '*core.SecurityContext'), path: context.path };
  return [
    ...invalidIf(isTrue(at(context, 'privileged')), shown, `${start}\`privileged\` to true`),
    ...admins.map(() => invalidAt(shown, `${start}\`capabilities.Add\` CAP_SYS_ADMIN`)),
  ];
}

/** A pod with users of its own shares nothing else with its host. */
export function ownUsersErrors(spec: Spot, containers: readonly Spot[]): readonly FieldError[] {
  if (at(spec, 'hostUsers').value !== false) return [];
  const detail = 'when `hostUsers` is false';
  const devices = containers.map((container) => at(container, 'volumeDevices')).filter((list) => itemsOf(list).length > 0);
  return [
    ...forbiddenIf(isTrue(at(spec, 'hostNetwork')), at(spec, 'hostNetwork'), detail),
    ...forbiddenIf(isTrue(at(spec, 'hostPID')), at(spec, 'hostPID', 'HostPID'), detail),
    ...forbiddenIf(isTrue(at(spec, 'hostIPC')), at(spec, 'hostIPC', 'HostIPC'), detail),
    ...devices.map((list) => forbiddenField(list.path, detail)),
  ];
}
