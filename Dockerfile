# syntax=docker/dockerfile:1
# The exchange in one image: `docker compose up`, or docker run -p 8080:8080 -v vitrine:/data IMAGE.
# It runs without privileges, writes to /data and /tmp only, and keeps its own PostgreSQL in /data unless VITRINE_DATABASE_URL
# names another.

# The manifests alone, so that packages are installed anew only when they change.
FROM node:24-bookworm-slim AS manifests
WORKDIR /app
ENV PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1
COPY package.json package-lock.json .npmrc ./
COPY core/package.json core/
COPY contract/package.json contract/
COPY chain/package.json chain/
COPY server/package.json server/
COPY ui/package.json ui/
COPY web/package.json web/
COPY desk/package.json desk/
COPY e2e/package.json e2e/
COPY bench/package.json bench/

# The pages and the server's program. Its path is written into the program: it must be the same in the last stage.
FROM manifests AS build
RUN npm ci
COPY tsconfig.base.json ./
COPY tools tools
COPY core core
COPY contract contract
COPY ui ui
COPY web web
COPY desk desk
COPY server server
RUN npm run build

# The packages that the server loads.
FROM manifests AS packages
RUN npm ci --omit=dev --workspace=@vitrine/server

FROM node:24-bookworm-slim
# PostgreSQL asks for the name of whoever runs it.
RUN groupadd --gid 10001 vitrine \
  && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin vitrine \
  && install --directory --owner=10001 --group=10001 --mode=0700 /data
WORKDIR /app
ENV NODE_ENV=production VITRINE_DATA=/data
COPY --from=packages /app/node_modules node_modules
COPY package.json LICENSE NOTICE ./
# The sources too: the migrations of the database are read there, and operators run server/bin/verify.ts, snapshot.ts, restore.ts.
COPY core core
COPY contract contract
COPY server server
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/web/dist web/dist
COPY --from=build /app/desk/dist desk/dist
COPY --from=build /app/dist dist
USER 10001:10001
VOLUME /data
EXPOSE 8080 8081
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "dist/main.js"]
