// IPAddress: its name is the address, in canonical form. What it refers to is not checked.
import type { ResourceStrategy } from '../../strategy.ts';
import { strictIpErrors } from '../../validation/ip-checks.ts';
import type { NameRule } from '../../validation/name-rules.ts';

const canonicalAddress: NameRule = (text) => strictIpErrors({ value: text, path: 'metadata.name' }).map(({ detail }) => detail);

export function ipAddressStrategy(base: ResourceStrategy): ResourceStrategy {
  return { ...base, nameRule: canonicalAddress };
}
