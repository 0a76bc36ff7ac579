# See docs/how-to/run-it-for-real.md#in-a-container
FROM node:24-bookworm-slim
RUN useradd --uid 10001 --no-create-home --home-dir /data portico && mkdir -p /app /data && chown portico: /app /data && chmod 700 /data
USER portico
WORKDIR /app
COPY --chown=portico package.json package-lock.json ./
COPY --chown=portico contract/package.json contract/
COPY --chown=portico server/package.json server/
COPY --chown=portico sdk/package.json sdk/
COPY --chown=portico workspace/package.json workspace/
COPY --chown=portico tools/trim-installed.sh tools/
RUN npm ci --omit=dev --no-audit --no-fund --ignore-scripts && sh tools/trim-installed.sh
COPY --chown=portico contract contract
COPY --chown=portico server server
COPY --chown=portico sdk sdk
COPY --chown=portico workspace workspace
COPY --chown=portico tools tools
RUN npm run prepare
ENV PORTICO_DATA=/data PORTICO_HOST=0.0.0.0 PORT=8080
VOLUME /data
EXPOSE 8080
HEALTHCHECK --start-period=120s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/bin/portico.mjs", "serve"]
