# Rostra with the web desk. `docker compose up` starts it with SearXNG, PostgreSQL and Redis.
FROM python:3.12-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE NOTICE requirements.lock ./
COPY src ./src
# Added by name: docker compose build --build-arg EXTRAS=web,postgres,redis,pdf
ARG EXTRAS=web,postgres,redis
# The core comes from the lock with its hashes; extras are held to it.
RUN python -m venv /opt/rostra \
    && /opt/rostra/bin/pip install --no-cache-dir --require-hashes -r requirements.lock \
    && grep -o '^[A-Za-z0-9._-]*==[^ \\;]*' requirements.lock > /tmp/held.txt \
    && /opt/rostra/bin/pip install --no-cache-dir -c /tmp/held.txt ".[${EXTRAS}]"

FROM python:3.12-slim
COPY --from=build /opt/rostra /opt/rostra
RUN useradd --create-home --uid 10001 rostra && install -d -o rostra /data
USER rostra
WORKDIR /data
ENV PATH=/opt/rostra/bin:$PATH ROSTRA_DATA=/data/desk XDG_CONFIG_HOME=/data/config
VOLUME /data
EXPOSE 8765
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8765/static/mark.svg', timeout=4)"]
ENTRYPOINT ["rostra"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8765"]
