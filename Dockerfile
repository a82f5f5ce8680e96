# A Debian image whose git is interlock, sealed; the agent's user is `agent`.
#
#   docker build -t interlock .                            # 2 MB of interlock, the plan is baked in
#   docker build -t interlock --build-arg VARIANT=node .   # with Node and every verb of `interlock`
#   docker build -t interlock --build-arg VARIANT=pkg .    # with every verb, without Node
#   docker build -t interlock-release --target release .   # what other images install: sandbox-image/README.md

# Node comes with the builder image: the official build for Debian 12, with its headers.
FROM node:20-bookworm AS build
WORKDIR /src
# What changes seldom comes first, so that the layers below it are reused.
COPY package.json package-lock.json .npmrc ./
COPY scripts/ensure-dependencies.mjs scripts/
RUN node scripts/ensure-dependencies.mjs
COPY . .
RUN npm run build && npm run package
RUN mkdir /release && cp -a dist /release/node && cp -a dist-packaged /release/pkg \
  && for prefix in node pkg; do cp sandbox-image/*.sh sandbox-image/config.yaml /release/$prefix; done

FROM scratch AS release
COPY --from=build /release/ /

FROM debian:bookworm-slim
LABEL org.opencontainers.image.title="interlock" \
  org.opencontainers.image.description="A sandbox whose git holds every commit to the declared rules" \
  org.opencontainers.image.licenses="MIT"
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates gh git \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --create-home --uid 1000 --shell /bin/bash agent
ARG VARIANT=minimal
# Mounted, not copied: what is needed only for the install leaves no layer behind.
RUN --mount=type=bind,from=build,target=/mnt/build \
  case $VARIANT in \
    minimal) /mnt/build/release/pkg/install.sh --minimal ;; \
    pkg) /mnt/build/release/pkg/install.sh ;; \
    node) cp /mnt/build/usr/local/bin/node /usr/local/bin/ && /mnt/build/release/node/install.sh ;; \
    *) echo "error: VARIANT is '$VARIANT', and not minimal, node or pkg" >&2; exit 1 ;; \
  esac
HEALTHCHECK --interval=5m CMD ["interlock", "health", "--require-sealed"]
USER agent
WORKDIR /home/agent
