# syntax=docker/dockerfile:1
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image has its own Node and, in production, its own PostgreSQL elsewhere; without DATABASE_URL the embedded one still works.
RUN npm ci --omit=dev && npm cache clean --force

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4242 DATA_DIR=/data LOG_LEVEL=info
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=packages /app/node_modules node_modules
COPY package.json package-lock.json ./
COPY backend backend
COPY demo demo
COPY eventstore eventstore
COPY frontend frontend
COPY exchange exchange
COPY richtext richtext
COPY scribe scribe
COPY stripe stripe
COPY studio studio
COPY CHANGELOG.md ./
COPY docs/verify docs/verify
COPY --from=build /app/dist dist
# Newer than its sources, whatever times those were copied with: it is not built again at the start.
RUN touch dist/index.html
USER node
VOLUME /data
EXPOSE 4242
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "backend/main.ts"]
