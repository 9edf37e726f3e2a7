// One HTTPS request and nothing else: what any client on Node pays. Arguments: URL, file of the authority's certificate, token.
const [url, caFile, token] = process.argv.slice(2);
const ca = process.getBuiltinModule('node:fs').readFileSync(caFile);
const request = process.getBuiltinModule('node:https').get(url, { ca, headers: { Authorization: `Bearer ${token}` } }, (response) => {
  process.exitCode = response.statusCode === 200 ? 0 : 1;
  response.pipe(process.stdout);
});
request.on('error', (error) => {
  throw error;
});
