// What turns one kubeconfig entry into the options of a request.

import type { RequestOptions } from 'node:https';
import type { ProxyChoice } from './choose-proxy.ts';
import type { KubeconfigEntry } from './kubeconfig-entry.ts';

/** What a kubeconfig entry comes to for one request; files that may be rotated are read at each call. */
export type EntryCredentials = () => EntryOptions | Promise<EntryOptions>;

export type EntryOptions = Omit<RequestOptions, 'headers'> & { readonly headers: { readonly [name: string]: string } };

export type CredentialsOptions = {
  /** Read again at renew(): a rotated token or certificate is found there. */
  readEntry(): Promise<KubeconfigEntry>;
  /** 'https://host:port' */
  readonly server: string;
  readonly proxy: ProxyChoice;
  readonly impersonate: { readonly [name: string]: string | string[] };
  /** Where it comes from, for messages: a file, or 'service account'. */
  readonly origin: string;
};
