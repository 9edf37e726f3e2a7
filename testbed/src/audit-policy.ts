// What the API server writes into its audit log: every request with its user, and the bodies of writes, but never a Secret's or a token's.

/** An audit.k8s.io/v1 Policy. */
export const AUDIT_POLICY = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [
    { level: 'None', nonResourceURLs: ['/healthz*', '/livez*', '/readyz*'] },
    {
      level: 'Metadata',
      resources: [
        { group: '', resources: ['secrets', 'serviceaccounts/token'] },
        { group: 'authentication.k8s.io', resources: ['tokenreviews'] },
        { group: 'coordination.k8s.io', resources: ['leases'] },
      ],
    },
    { level: 'Request', verbs: ['create', 'update', 'patch', 'delete', 'deletecollection'] },
    { level: 'Metadata' },
  ],
} as const;
