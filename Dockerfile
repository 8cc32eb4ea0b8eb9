# To use another base image, or this one by its digest: docker build --build-arg NODE_IMAGE=node:24-slim@sha256:…
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json prisma.config.ts ./
COPY scripts scripts
COPY prisma prisma
COPY src src
COPY rules rules
COPY lab lab
COPY clients clients
COPY web web
COPY openapi openapi
# of Prisma's query compilers, which have 65 MB together, keeps only the one for PostgreSQL
RUN npm run build && npm ci --omit=dev --omit=optional --omit=peer \
  && find node_modules/@prisma/client/runtime \
    \( -name 'query_compiler_*' ! -name 'query_compiler_fast_bg.postgresql.*mjs' -o -name '*.map' \) -delete

FROM ${NODE_IMAGE}
# these limits suffice for people and a few agents; set higher ones to train agents on your own machine
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data \
  RATE_LIMIT=1200 RATE_LIMIT_ADDRESS=12000 REGISTRATION_LIMIT=60 STREAM_LIMIT=100
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/prisma/migrations prisma/migrations
COPY --from=build /app/dist dist
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=32", "dist/src/main.js"]
