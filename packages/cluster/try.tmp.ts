import { loadCluster, nodeClock, findResource, preferredResources, listAll, reasonOf } from '@rectrace/cluster';
const clock = nodeClock(() => Date.now());
const t0 = performance.now();
const c = await loadCluster({ kubeconfig: '/tmp/cl/kc', env: process.env, clock, random: Math.random, verbosity: Number(process.argv[2] ?? 0), log: (l) => console.error(l) });
console.log('load', (performance.now() - t0).toFixed(0), c.server, c.defaultNamespace, c.context);
const served = await c.discovery.served();
console.log('discovery', (performance.now() - t0).toFixed(0), served.resources.length, preferredResources(served).length, served.unread);
for (const t of ['po', 'deploy', 'Event', 'events', 'hpa', 'deployments.v1.apps', 'deployments.apps', 'deploymnt', 'sc', 'ing.networking']) { const f = findResource(served, t); console.log(t, f.kind, f.kind === 'found' ? `${f.resource.resource}.${f.resource.group}/${f.resource.version}` : f.message); }
const signal = new AbortController().signal;
const f = findResource(served, 'pods'); if (f.kind !== 'found') throw new Error();
const r = await listAll(c.listWatch, { query: { resource: f.resource, namespace: '' }, from: { kind: 'consistent' }, signal });
console.log(r.resourceVersion, r.items.map((i) => [i.apiVersion, i.kind, i.metadata.name]));
try { await c.transport.request({ method: 'GET', path: '/api/v1/nope' }); } catch (e) { console.log((e as any).code, reasonOf(e)); }
const ev = findResource(served, 'events.events.k8s.io'); if (ev.kind !== 'found') throw new Error();
const wc = new AbortController();
setTimeout(() => wc.abort(new Error('stop')), Number(process.argv[3] ?? 3000));
const watch = async (name: string, q: any) => { try { for await (const m of c.listWatch.watch(q, { from: r.resourceVersion, signal: wc.signal, timeoutSeconds: 300 })) console.log(name, m.kind, new Date(m.receivedAt).toISOString(), m.kind === 'Bookmark' ? m.resourceVersion : ''); } catch (e) { console.log(name, reasonOf(e)); } };
await Promise.all([watch('pods', { resource: f.resource, namespace: '' }), watch('events', { resource: ev.resource, namespace: '' }), watch('coreevents', { resource: findResource(served,'ev').resource, namespace: '' })]);
c.close();
