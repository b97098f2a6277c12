# One image for worker, Prefect server and report tools; the lake is a volume, never part of it. Build: docker build -t okbench:0.1.0 .
FROM python:3.12.8-slim-bookworm

ENV PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 DO_NOT_TRACK=1 PREFECT_SERVER_ANALYTICS_ENABLED=false \
    OKBENCH_HOME=/app OKBENCH_LAKE=/lake PREFECT_HOME=/home/okbench/.prefect
WORKDIR /app

RUN useradd --uid 10001 --create-home okbench && mkdir -p /lake /run/secrets && chown okbench /lake

# The CPU build of torch, in the version of the constraints: the default index would bring a CUDA build of several GB.
COPY constraints.txt pyproject.toml README.md ./
RUN pip install "pip>=25" && pip install --index-url https://download.pytorch.org/whl/cpu "$(grep '^torch==' constraints.txt)"

COPY flows flows
COPY tasks tasks
COPY retrieval retrieval
COPY storage storage
COPY sample sample
COPY deployments deployments
RUN pip install -c constraints.txt -e ".[containers]"

USER okbench
VOLUME /lake
CMD ["okbench", "doctor"]
