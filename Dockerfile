# Hubbub in a container. docs/operators/install.md, "In containers", says how it is built and run.

# Any Node from 20 on installs and builds; what runs is the one that package.json pins.
FROM node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# What the archive of a release holds: pages, bundle and production packages with the pinned Node.
RUN node scripts/release.mjs --folder /opt/hubbub

FROM debian:trixie-slim@sha256:a29215f6a35e51e22adffa17f89e9d2ef06214e64a2bad10d765c46aea49f11f AS base
# PostgreSQL asks for the name of the user that it runs as.
RUN groupadd --gid 10001 hubbub \
  && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin hubbub \
  && install -d -o 10001 -g 10001 -m 700 /data
COPY --from=build /opt/hubbub /opt/hubbub
WORKDIR /opt/hubbub
ENV PATH=/opt/hubbub:/opt/hubbub/node_modules/node/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
ENV DATA_DIR=/data HOST=0.0.0.0
USER 10001:10001
VOLUME /data
EXPOSE 9800
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=120s CMD ["node", "scripts/healthy.mjs"]
ENTRYPOINT ["hubbub", "serve"]

# For a database elsewhere: with pg_dump and pg_restore, which a backup of it takes, and the authorities by which they know its certificate.
FROM base AS external
USER root
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates postgresql-client-17 \
  && rm -rf /var/lib/apt/lists/*
USER 10001:10001

FROM base AS hubbub
