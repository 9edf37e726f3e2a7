// Whom a request through /proxy is for: `name`, `name:port` or `scheme:name:port`.
import { badRequest } from '../failures.ts';

export type ProxiedName = { readonly scheme: string; readonly name: string; readonly port: string };

/** `what`: pod, service or node. @throws RequestRefused (400) */
export function proxiedName(id: string, what: string): ProxiedName {
  const parts = id.split(':');
  const [scheme = '', name = '', port = ''] = parts.length === 3 ? parts : ['', ...parts];
  if (parts.length <= 3 && name !== '' && ['', 'http', 'https'].includes(scheme)) return { scheme, name, port };
  throw badRequest(`invalid ${what} request ${JSON.stringify(id)}`);
}
