# The controller's image. Build from the repository's root: docker build -t rectrace-controller .
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json ./
COPY packages packages
COPY apps apps
COPY conformance/package.json conformance/package.json
COPY testbed/package.json testbed/package.json
COPY testing/package.json testing/package.json
COPY bench/package.json bench/package.json
COPY scripts/build.mjs scripts/bundle-program.mjs scripts/lazy-builtins.mjs scripts/third-party-notices.mjs scripts/
COPY tsconfig.base.json ./
RUN npm ci --ignore-scripts --loglevel=error && node scripts/build.mjs --bundles

FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --workspaces=false --ignore-scripts --loglevel=error

FROM node:24.21.0-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production
COPY --from=dependencies /app/node_modules node_modules
COPY --from=dependencies /app/package.json package.json
COPY --from=build /src/apps/controller/dist/controller.js /src/apps/controller/dist/THIRD-PARTY-NOTICES.txt dist/
COPY LICENSE LICENSE
USER 65532:65532
# The heap stays near what is alive, at some cost of CPU: as `npm run controller`.
ENTRYPOINT ["node", "--max-semi-space-size=4", "--heap-growing-percent=40", "dist/controller.js"]
