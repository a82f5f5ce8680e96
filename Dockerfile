# A Debian image whose git is interlock.
#
#   docker build -t interlock .
#   docker run --rm -it interlock

# Node comes with the builder image: the official build for Debian 12, with its headers.
FROM node:20-bookworm AS build
WORKDIR /src
# What changes seldom comes first, so that the layers below it are reused.
COPY package.json package-lock.json .npmrc ./
COPY scripts/ensure-dependencies.mjs scripts/
RUN node scripts/ensure-dependencies.mjs
COPY . .
# The final image has no Node, so the cold side goes in as one executable.
RUN npm run build && npm run package
RUN mkdir /image && sandbox-image/install.sh dist-packaged /image

FROM debian:12-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates git \
  && rm -rf /var/lib/apt/lists/*
COPY --from=build /image/ /
ENV PATH=/opt/interlock/bin:$PATH
